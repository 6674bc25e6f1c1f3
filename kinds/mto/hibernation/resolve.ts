import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { hibernationExclusion } from '../../../core/settings/hibernation.ts';
import { suggestion } from '../../../data/nearest.ts';
import type { Path } from '../../../data/tree.ts';
import { type LabelSelector, selectorError } from '../../../kubernetes/label-selector.ts';
import { timeZoneError } from '../../../kubernetes/time-zones.ts';
import { integrationOf } from '../integration/integration.ts';
import { type SleepSchedule, timeZoneAnnotation } from './schedule.ts';
import { type Supervisor, supervisionOf } from './supervision.ts';
import { namesInsteadOfSelector, selectedTargets, supervisionIndex } from './supervision-targets.ts';

/** A supervisor, restricted to the namespaces of one tenant. */
export interface ResolvedSupervisor {
  readonly kind: Supervisor['kind'];
  readonly name: string;
  /** Empty for a cluster-scoped supervisor. */
  readonly ownNamespace: string;
  readonly tenant: string;
  readonly namespaces: readonly string[];
  readonly schedule: SleepSchedule;
  readonly timeZone: string;
  readonly image: string;
  readonly flavor: 'kubernetes' | 'openshift';
}

export function resolve(
  resource: Resource<'mto-cluster-resource-supervisor'>,
  world: World,
  report: Report,
): ResolvedSupervisor | undefined {
  const { namespaces, argocd } = resource.body.spec;
  checkNames(namespaces?.names ?? [], world, report);
  const problem = namespaces?.labelSelector && selectorError(namespaces.labelSelector as LabelSelector);
  const path = ['spec', 'namespaces', 'labelSelector', 'matchExpressions'];
  if (problem) report('conflicting-fields', [...path, problem.index], problem.message);
  if (namesInsteadOfSelector(resource.body)) {
    const message = 'an empty labelSelector has no effect together with names: it adds no namespaces to them';
    report('ignored-field', ['spec', 'namespaces', 'labelSelector'], message, { fix: 'remove it' });
  }
  if (argocd) checkProjects(argocd, world, report);
  const isNamed = (namespaces?.names ?? []).length + (argocd?.appProjects ?? []).length > 0;
  if (!isNamed && !problem && world.knowsAllNamespaces && supervisionOf(resource, world).namespaces.length === 0)
    warnAboutNoNamespace(selectedTargets(resource.body, world.derived(supervisionIndex)).length, report);
  return resolveSupervisor(resource, world, report);
}

/** Resolves a supervisor of either kind. */
export function resolveSupervisor(
  supervisor: Supervisor,
  world: World,
  report: Report,
): ResolvedSupervisor | undefined {
  const { kind, name, namespace, tenant } = supervisor;
  const { timeZone, result, byTenant } = supervisionOf(supervisor, world);
  checkTimeZone(supervisor, report);
  if (!('schedule' in result)) {
    for (const { code, field, message, fix } of result.problems)
      report(code, ['spec', 'schedule', field], message, { fix });
    return undefined;
  }
  warnAboutUselessWake(supervisor, report);
  const { flavor, hibernation } = world.settings;
  return {
    kind,
    name,
    ownNamespace: namespace,
    tenant,
    namespaces: byTenant.get(tenant) ?? [],
    schedule: result.schedule,
    timeZone,
    image: hibernation.image,
    flavor,
  };
}

/** Checks only the annotation, because an unknown time zone in the Platform is reported there. */
function checkTimeZone({ body }: Supervisor, report: Report): void {
  const own = body.metadata.annotations?.[timeZoneAnnotation];
  const wrong = own === undefined ? undefined : timeZoneError(own);
  if (wrong) report('bad-format', ['metadata', 'annotations', timeZoneAnnotation], wrong.message, { fix: wrong.fix });
}

function warnAboutUselessWake({ body }: Supervisor, report: Report): void {
  const { sleepSchedule = '', wakeSchedule = '' } = body.spec.schedule;
  if (sleepSchedule.trim() !== '' || wakeSchedule.trim() === '') return;
  const message =
    'without sleepSchedule, namespaces sleep until the supervisor is removed, so wakeSchedule has no effect';
  report('ignored-field', ['spec', 'schedule', 'wakeSchedule'], message, { fix: 'add sleepSchedule' });
}

function warnAboutNoNamespace(count: number, report: Report): void {
  const message =
    count === 0
      ? 'the supervisor selects no namespace, so it has no effect'
      : `the supervisor has no effect: each selected namespace has its own ResourceSupervisor, or the annotation ${hibernationExclusion}`;
  const fix = `select ${count === 0 ? 'a' : 'another'} namespace, or remove the supervisor`;
  report('ignored-field', ['spec'], message, { fix });
}

/** Warns about a namespace with the annotation that excludes it from hibernation. */
export function reportExclusion(
  namespace: string,
  path: Path,
  { report, fix }: { readonly report: Report; readonly fix: string },
): void {
  const message = `namespace ${namespace} does not sleep, because its annotation ${hibernationExclusion} is "true"`;
  report('ignored-field', path, message, { fix });
}

function checkNames(names: readonly string[], world: World, report: Report): void {
  const { byName, isExcluded, withOwnSupervisor, nearestNamespace } = world.derived(supervisionIndex);
  const { external } = world.settings.hibernation;
  for (const [index, name] of names.entries()) {
    const path = ['spec', 'namespaces', 'names', index];
    if (isExcluded(name)) reportExclusion(name, path, { report, fix: 'remove the annotation or the entry' });
    if (withOwnSupervisor.has(name)) {
      const message = `the entry has no effect: namespace ${name} has its own ResourceSupervisor`;
      report('ignored-field', path, message, { fix: 'remove the entry or the ResourceSupervisor' });
    }
    // An invalid tenant might have the namespace.
    if (byName.has(name) || external.some((one) => one.name === name) || !world.knowsAllNamespaces) continue;
    const message = `no tenant has namespace ${name}, so it does not sleep`;
    report('risky-value', path, message, { fix: suggestion(nearestNamespace(name)) });
  }
}

type ArgoCdSpec = NonNullable<Resource<'mto-cluster-resource-supervisor'>['body']['spec']['argocd']>;

/**
 * Checks the namespace of Argo CD. Warns about AppProjects that neither Extensions nor the Platform defines, and about AppProjects
 * without namespaces.
 */
function checkProjects({ appProjects, namespace }: ArgoCdSpec, world: World, report: Report): void {
  const { byProject, nearestProject, projects } = world.derived(supervisionIndex);
  const external = new Set(world.settings.hibernation.external.map(({ appProject }) => appProject));
  const { argocd } = world.derived(integrationOf);
  if (argocd && namespace !== undefined && argocd.namespace !== namespace) {
    const message = `the IntegrationConfig names ${argocd.namespace} as the namespace of Argo CD, not ${namespace}`;
    report('mismatch', ['spec', 'argocd', 'namespace'], message, { fix: `set it to ${argocd.namespace}` });
  }
  for (const [index, name] of appProjects.entries()) {
    if (byProject.has(name) || external.has(name) || !world.knowsAllNamespaces || !world.isComplete('mto-extensions'))
      continue;
    const hasProject = projects.has(name);
    const message = hasProject
      ? `AppProject ${name} has no namespaces, because Tenant ${name} has none, so the entry has no effect`
      : `neither Extensions nor the Platform defines AppProject ${name}, so its namespaces do not sleep`;
    const fix = hasProject ? 'add a namespace to the Tenant, or remove the entry' : suggestion(nearestProject(name));
    report('risky-value', ['spec', 'argocd', 'appProjects', index], message, { fix });
  }
}
