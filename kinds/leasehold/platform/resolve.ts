import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { type TetrapusSettings, variables } from '../../../core/settings/tetrapus.ts';
import { milli } from '../../../kubernetes/quantity.ts';

type Spec = Resource<'platform'>['body']['spec'];

/** Checks settings against each other; the kinds read them through Settings. */
export function resolve(resource: Resource<'platform'>, world: World, report: Report): Record<string, never> {
  const { spec } = resource.body;
  checkTiers(spec, report);
  checkEnvironment(spec, world.settings.tetrapus, report);
  warnOfInjection(spec, report);
  if (spec.argocd && !world.settings.delegates) warnOfDeployment(report);
  if (spec.cluster?.mesh === 'istio') warnOfSidecar(world, report);
  return {};
}

function checkTiers(spec: Spec, report: Report): void {
  for (const [name, tier] of Object.entries(spec.tetrapus?.tiers ?? {})) {
    const path = ['spec', 'tetrapus', 'tiers', name];
    checkRange([...path, 'cpuRequest'], { request: tier.cpuRequest, limit: tier.cpuLimit }, report);
    checkRange([...path, 'memoryRequest'], { request: tier.memoryRequest, limit: tier.memoryLimit }, report);
  }
}

interface Range {
  readonly request: string | number;
  readonly limit: string | number;
}

function checkRange(path: readonly string[], { request, limit }: Range, report: Report): void {
  if (milli(request) <= milli(limit)) return;
  report('conflicting-fields', path, `${path.at(-1)} ${request} is above the limit ${limit}`);
}

/** Rejects variables with the same name, because Kubernetes silently uses the last one. */
function checkEnvironment({ tetrapus }: Spec, { env }: TetrapusSettings, report: Report): void {
  for (const name of variables) {
    const other = variables.find((one) => one !== name && env(one) === env(name));
    if (other === undefined || tetrapus?.env?.[name] === undefined) continue;
    report('conflicting-fields', ['spec', 'tetrapus', 'env', name], `${name} and ${other} would both be ${env(name)}`);
  }
}

function warnOfDeployment(report: Report): void {
  const message = 'all authors trust each other, so tenants get no AppProject and no account of their own';
  report('ignored-field', ['spec', 'argocd'], message, { fix: 'set spec.directoryPerTenant' });
}

/** Warns unless the level is set: only the platform team knows whether the mesh has its CNI plugin. */
function warnOfInjection({ cluster }: Spec, report: Report): void {
  if (cluster?.mesh !== 'istio' || cluster.podSecurity !== undefined) return;
  const message =
    'without its CNI plugin Istio injects a container with NET_ADMIN, and namespaces that enforce restricted refuse every pod with it';
  const fix = 'state cluster.podSecurity: restricted with the plugin, privileged without it';
  report('risky-value', ['spec', 'cluster', 'mesh'], message, { fix });
}

/** Warns about plans that are too small for the sidecar, which the LimitRange limits too. */
function warnOfSidecar({ all, settings }: World, report: Report): void {
  const { sidecar } = settings.kleff;
  const used = new Set(all('kleff-tenant').map(({ body }) => body.spec.plan));
  const small = [...settings.plans].filter(([name, { container }]) => {
    const { cpu, memory } = container.max;
    return used.has(name) && (milli(sidecar.cpu) > milli(cpu) || milli(sidecar.memory) > milli(memory));
  });
  if (small.length === 0) return;
  const plans = small.map(([name]) => name).join(', ');
  const message = `the sidecar's limits, ${sidecar.cpu} CPU and ${sidecar.memory}, are above what a container may have in plan ${plans}, so its pods would be refused`;
  const fix = 'lower global.proxy.resources in Istio and state the limits in spec.kleff.sidecar';
  report('risky-value', ['spec', 'cluster', 'mesh'], message, { fix });
}
