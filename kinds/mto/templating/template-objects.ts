import type { IsLiteral } from '../../../core/gate/gate-target.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { type ChartRequest, chartRequest, readYamlValue } from './chart.ts';
import { goTemplate } from './go-template.ts';
import { type Candidate, itemsOf, literalIn, literalInChart } from './literal.ts';
import { substitute } from './substitute.ts';
import { type Target, type TemplateTarget, untrustedNames, valueLookup } from './template-target.ts';

/** The objects of a Template's manifests, gotemplate and chart for a target, before their checks. */
export function templateObjects(target: TemplateTarget): readonly Candidate[] {
  return [...manifests(target), ...goTemplate(target), ...chart(target)].flatMap(itemsOf);
}

function manifests(target: TemplateTarget): readonly Candidate[] {
  const { manifests = [] } = target.template.body.resources ?? {};
  const { tree, problems } = substitute(manifests, { lookUp: valueLookup(target), untrusted: untrustedNames(target) });
  for (const { code, message, fix } of problems) target.report(code, message, { fix });
  const isLiteral = (index: number) => literalIn(manifests[index], target);
  return (tree as readonly unknown[]).map((one, index) => ({ tree: one, isLiteral: isLiteral(index) }));
}

function chart(target: TemplateTarget): readonly Candidate[] {
  const request = chartRequest(target);
  const { helm } = target.template.body.resources ?? {};
  const isLiteral = literalInChart(helm && { ...helm, values: readYamlValue(helm.values ?? '') }, target);
  return request ? chartObjects(request, isLiteral, target) : [];
}

/**
 * The objects of an inflated chart. Empty if the chart is not inflated, which is an error unless an invalid document might
 * contain it.
 */
export function chartObjects(request: ChartRequest, isLiteral: IsLiteral, target: Target): readonly Candidate[] {
  const inflated = target.world.derived(inflatedCharts).get(request.name);
  if (inflated) return inflated.body.spec.objects.map((tree) => ({ tree, isLiteral, isOfChart: true }));
  if (!target.world.isComplete('inflated-chart')) return [];
  const { name, version } = request.chart;
  const what = `chart ${name}${version === undefined ? '' : ` ${version}`} of Template ${target.templateName}`;
  const message = `${what} is not inflated with the parameters of this instance`;
  target.report('unresolved-reference', message, { fix: 'run leasehold vendor and commit the files' });
  return [];
}

function inflatedCharts(world: World): ReadonlyMap<string, Resource<'inflated-chart'>> {
  return new Map(world.all('inflated-chart').map((chart) => [chart.name, chart]));
}
