import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { checkGoTemplate, renderGoTemplate } from '../../../gotemplate/render.ts';
import { readYaml } from '../../../yaml/read-yaml.ts';
import { chartRequest } from './chart.ts';
import { substitute } from './substitute.ts';
import { lookUpFor, type Target } from './target.ts';

/** The objects that a Template's manifests, gotemplate and chart make for a target, not yet looked at. */
export function writtenObjects(target: Target): readonly unknown[] {
  return [...manifests(target), ...goTemplate(target), ...chart(target)].flatMap(itemsOf);
}

/** A List is what it lists. */
function itemsOf(tree: unknown): readonly unknown[] {
  const { kind, items } = (tree ?? {}) as { readonly kind?: unknown; readonly items?: unknown };
  return kind === 'List' && Array.isArray(items) ? items : [tree];
}

function manifests(target: Target): readonly unknown[] {
  const { manifests = [] } = target.template.body.resources ?? {};
  const { tree, faults } = substitute(manifests, lookUpFor(target));
  for (const { code, message, fix } of faults) target.tell(code, message, { fix });
  return tree as readonly unknown[];
}

/** Parameters are fields of the dot; so are the target's namespace and tenant, in both ways of writing them. */
function goTemplate(target: Target): readonly unknown[] {
  const { template, namespace, tenant, values, tell } = target;
  const { gotemplate: text } = template.body.resources ?? {};
  if (text === undefined) return [];
  const own = { namespace, tenant, NAMESPACE: namespace, TENANT: tenant };
  const result = renderGoTemplate(text, { ...Object.fromEntries(values), ...own });
  const where = `the gotemplate of Template ${template.name}`;
  if (!result.ok) {
    // What keeps it from being read at all is told at the Template.
    if (!checkGoTemplate(text)) tell('bad-format', `${where}, line ${result.problem.line}: ${result.problem.message}`);
    return [];
  }
  const reading = readYaml(result.text);
  if (!reading.ok) tell('bad-format', `${where} prints no YAML: line ${reading.line} of what it prints is at fault`);
  return reading.ok ? reading.bodies.filter((body) => body !== null) : [];
}

function chart(target: Target): readonly unknown[] {
  const request = chartRequest(target);
  if (!request) return [];
  const inflated = target.world.derived(inflatedCharts).get(request.name);
  if (inflated) return inflated.body.spec.objects;
  // One that a fault leaves out may be the one.
  if (!target.world.isComplete('inflated-chart')) return [];
  const { name, version } = request.chart;
  const what = `chart ${name}${version === undefined ? '' : ` ${version}`} of Template ${target.template.name}`;
  const message = `${what} has not been inflated with these parameters; rendering itself never runs Helm`;
  target.tell('unresolved-reference', message, { fix: 'run leasehold vendor and commit what it writes' });
  return [];
}

function inflatedCharts(world: World): ReadonlyMap<string, Resource<'inflated-chart'>> {
  return new Map(world.all('inflated-chart').map((chart) => [chart.name, chart]));
}
