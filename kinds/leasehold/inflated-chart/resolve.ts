import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { instanceKinds, templateKinds, wantedCharts } from '../../mto/charts/wanted-charts.ts';

/** Warns about unused inflations, and about Secrets of charts. */
export function resolve(
  { name, body }: Resource<'inflated-chart'>,
  world: World,
  report: Report,
): Record<string, never> {
  if (knowsAllInstances(world) && !world.derived(wantedCharts).has(name)) {
    const message = 'no instance needs this chart with these values';
    report('ignored-field', ['metadata', 'name'], message, { fix: 'run leasehold vendor to remove it' });
  }
  for (const [index, object] of body.spec.objects.entries()) {
    const { data, stringData } = object as Readonly<Record<string, unknown>>;
    if (object.kind !== 'Secret' || (!data && !stringData)) continue;
    const message = 'the chart renders a Secret, which Git would store in plain text';
    const fix = 'create the Secret separately, and set the chart value that names it';
    report('secret-in-git', ['spec', 'objects', index], message, { fix });
  }
  return {};
}

function knowsAllInstances({ isComplete, knowsAllNamespaces }: World): boolean {
  return knowsAllNamespaces && [...templateKinds, ...instanceKinds].every(isComplete);
}
