import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import { type ChartRequest, chartRequest } from '../templating/chart.ts';
import { argumentsOf, type Instance, instanceTarget } from '../templating/instance.ts';
import { bindParameters } from '../templating/parameters.ts';
import { instanceSelector, selectNamespaces } from '../templating/recipients.ts';
import { chartOfInstance } from '../templating-v2/chart.ts';
import { boundTarget, type InstanceV2 } from '../templating-v2/instance.ts';

/** A chart to inflate, with its Template and the tenant of its namespace. */
export interface WantedChart extends ChartRequest {
  readonly template: string;
  readonly tenant: string;
}

/** The kinds that can contain charts. */
export const templateKinds = ['mto-template', 'mto-template-v2'] as const;
/** The kinds of instances, which need charts. */
export const instanceKinds = [
  'mto-template-instance',
  'mto-cluster-template-instance',
  'mto-template-instance-v2',
] as const;

/** Every inflation that instances of valid Templates need, by name. Pass it to World.derived. */
export function wantedCharts(world: World): ReadonlyMap<string, WantedChart> {
  const instances: readonly Instance[] = [
    ...world.all('mto-template-instance'),
    ...world.all('mto-cluster-template-instance'),
  ];
  const wanted = [
    ...instances.flatMap((instance) => chartsOf(instance, world)),
    ...world.all('mto-template-instance-v2').flatMap((instance) => chartsOfV2(instance, world)),
  ];
  return new Map(wanted.map((chart) => [chart.name, chart]));
}

function chartsOf(instance: Instance, world: World): readonly WantedChart[] {
  const template = world.target(instance, 'mto-template');
  if (!template?.body.resources?.helm) return [];
  const { values, problems } = bindParameters(template.body.parameters ?? [], argumentsOf(instance));
  if (problems.length > 0) return [];
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

function chartsOfV2(instance: InstanceV2, world: World): readonly WantedChart[] {
  const namespace = world.namespace(instance.namespace);
  const target = namespace && boundTarget(instance, namespace, world, () => {});
  const chart = target && chartOfInstance(target);
  return chart ? [{ ...chart.request, template: target.templateName, tenant: target.tenant }] : [];
}
