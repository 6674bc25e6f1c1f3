import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { checkGoTemplate, renderGoTemplate } from '../../../gotemplate/render.ts';
import { readYaml } from '../../../yaml/read-yaml.ts';
import { chartRequest, readYamlValue } from './chart.ts';
import { type Candidate, itemsOf, literalIn, literalInChart } from './literal.ts';
import { substitute } from './substitute.ts';
import { type TemplateTarget, valueLookup } from './template-target.ts';

/** The objects of a Template's manifests, gotemplate and chart for a target, not checked yet. */
export function templateObjects(target: TemplateTarget): readonly Candidate[] {
  return [...manifests(target), ...goTemplate(target), ...chart(target)].flatMap(itemsOf);
}

function manifests(target: TemplateTarget): readonly Candidate[] {
  const { manifests = [] } = target.template.body.resources ?? {};
  const { tree, faults } = substitute(manifests, valueLookup(target));
  for (const { code, message, fix } of faults) target.report(code, message, { fix });
  const isLiteral = (index: number) => literalIn(manifests[index], target);
  return (tree as readonly unknown[]).map((one, index) => ({ tree: one, isLiteral: isLiteral(index) }));
}

/** Words that stay one YAML scalar wherever a gotemplate puts them: no break, indicator, separator or comment. */
const plainWords = /^(?:[A-Za-z0-9./][A-Za-z0-9._/@+=-]*(?:[ :][A-Za-z0-9./][A-Za-z0-9._/@+=-]*)*)?$/;

/** A gotemplate puts parameters into text, so a value of authors who are not trusted could add keys or objects. */
function hasPlainValues({ isDelegated, values, report }: TemplateTarget): boolean {
  if (!isDelegated) return true;
  const unsafe = [...values].filter(([, value]) => !plainWords.test(value) || value.includes('...'));
  for (const [name] of unsafe) {
    const message = `parameter ${name} has characters that a gotemplate could read as YAML structure`;
    report('not-granted', message, {
      fix: 'use words of letters, digits and . _ / @ + = -, or a Template with manifests',
    });
  }
  return unsafe.length === 0;
}

/** Renders the gotemplate. Parameters, namespace and tenant are fields of the dot, the latter in either case. */
function goTemplate(target: TemplateTarget): readonly Candidate[] {
  const { template, namespace, tenant, values, report } = target;
  const { gotemplate: text } = template.body.resources ?? {};
  if (text === undefined || !hasPlainValues(target)) return [];
  const own = { namespace, tenant, NAMESPACE: namespace, TENANT: tenant };
  const result = renderGoTemplate(text, { ...Object.fromEntries(values), ...own });
  const where = `the gotemplate of Template ${template.name}`;
  if (!result.ok) {
    // Syntax errors are reported at the Template.
    if (!checkGoTemplate(text))
      report('bad-format', `${where}, line ${result.problem.line}: ${result.problem.message}`);
    return [];
  }
  const reading = readYaml(result.text);
  if (!reading.ok) report('bad-format', `${where} prints no YAML: line ${reading.line} of what it prints is at fault`);
  const bodies = reading.ok ? reading.bodies.filter((body) => body !== null) : [];
  const isLiteral = () => target.given.size === 0;
  return bodies.map((tree) => ({ tree, isLiteral }));
}

function chart(target: TemplateTarget): readonly Candidate[] {
  const request = chartRequest(target);
  if (!request) return [];
  const inflated = target.world.derived(inflatedCharts).get(request.name);
  const { helm } = target.template.body.resources ?? {};
  const isLiteral = literalInChart(helm && { ...helm, values: readYamlValue(helm.values ?? '') }, target);
  if (inflated) return inflated.body.spec.objects.map((tree) => ({ tree, isLiteral }));
  // The chart may be in an invalid document.
  if (!target.world.isComplete('inflated-chart')) return [];
  const { name, version } = request.chart;
  const what = `chart ${name}${version === undefined ? '' : ` ${version}`} of Template ${target.template.name}`;
  const message = `${what} has not been inflated with these parameters; rendering itself never runs Helm`;
  target.report('unresolved-reference', message, { fix: 'run leasehold vendor and commit what it writes' });
  return [];
}

function inflatedCharts(world: World): ReadonlyMap<string, Resource<'inflated-chart'>> {
  return new Map(world.all('inflated-chart').map((chart) => [chart.name, chart]));
}
