import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import { type ChartRequest, chartRequest } from './chart.ts';
import { argumentsOf, type Instance, instanceTarget } from './instance.ts';
import { bindParameters } from './parameters.ts';
import { instanceSelector, selectNamespaces } from './recipients.ts';

/** A chart to inflate, with its Template and the tenant of its namespace. */
export interface WantedChart extends ChartRequest {
  readonly template: string;
  readonly tenant: string;
}

/** Every inflation that instances of valid Templates need, by name. Pass it to World.derived. */
export function wantedCharts(world: World): ReadonlyMap<string, WantedChart> {
  const instances: readonly Instance[] = [
    ...world.all('mto-template-instance'),
    ...world.all('mto-cluster-template-instance'),
  ];
  const wanted = instances.flatMap((instance) => chartsOf(instance, world));
  return new Map(wanted.map((chart) => [chart.name, chart]));
}

function chartsOf(instance: Instance, world: World): readonly WantedChart[] {
  const template = world.target(instance, 'mto-template');
  if (!template?.body.resources?.helm) return [];
  const { values, faults } = bindParameters(template.body.parameters ?? [], argumentsOf(instance));
  if (faults.length > 0) return [];
  return namespacesOf(instance, world).flatMap(({ name: namespace, tenant }) => {
    const report = () => {};
    const request = chartRequest({ ...instanceTarget(instance, template, world), values, namespace, tenant, report });
    return request ? [{ ...request, template: template.name, tenant }] : [];
  });
}

function namespacesOf(instance: Instance, world: World): readonly TenantNamespace[] {
  if (instance.kind === 'mto-template-instance')
    return [world.namespace(instance.namespace)].filter((one) => one !== undefined);
  const selector = instanceSelector(instance.body.spec.selector);
  return selector ? selectNamespaces(selector, world.namespaces()) : [];
}
