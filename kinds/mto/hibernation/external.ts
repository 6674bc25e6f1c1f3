import { platformTenant } from '../../../core/kind/tenant.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Path } from '../../../data/tree.ts';
import { render } from './render.ts';
import type { SleepSchedule } from './schedule.ts';
import { type Supervisor, supervisionOf } from './supervision.ts';

/** A namespace without a tenant, with the path of the field that selects it. */
interface ExternalTarget {
  readonly name: string;
  readonly path: Path;
}

/**
 * The external namespaces of the Platform that contain the ResourceSupervisor, or that the ClusterResourceSupervisor selects by
 * name or through an AppProject.
 */
export function externalTargets(supervisor: Supervisor, { settings }: World): readonly ExternalTarget[] {
  const paths = pathsOf(supervisor);
  return settings.hibernation.external.flatMap(({ name, appProject }) => {
    const path = paths.namespaces.get(name) ?? (appProject === undefined ? undefined : paths.projects.get(appProject));
    return path ? [{ name, path }] : [];
  });
}

function pathsOf(supervisor: Supervisor): Readonly<Record<'namespaces' | 'projects', ReadonlyMap<string, Path>>> {
  if (supervisor.kind === 'mto-resource-supervisor')
    return { namespaces: new Map([[supervisor.namespace, ['metadata', 'namespace']]]), projects: new Map() };
  const { namespaces, argocd } = supervisor.body.spec;
  return {
    namespaces: pathsIn(namespaces?.names ?? [], ['spec', 'namespaces', 'names']),
    projects: pathsIn(argocd?.appProjects ?? [], ['spec', 'argocd', 'appProjects']),
  };
}

function pathsIn(names: readonly string[], path: Path): ReadonlyMap<string, Path> {
  return new Map(names.map((name, index) => [name, [...path, index]]));
}

interface ExternalSupervision {
  readonly supervisor: Supervisor;
  readonly schedule: SleepSchedule;
  readonly timeZone: string;
  readonly names: readonly string[];
}

/** The supervisions with external namespaces and valid schedules. Pass it to World.derived. */
export function externalSupervisions(world: World): readonly ExternalSupervision[] {
  if (world.settings.hibernation.external.length === 0) return [];
  const all = [...world.all('mto-cluster-resource-supervisor'), ...world.all('mto-resource-supervisor')];
  const seen = new Set<string>();
  return all.flatMap((supervisor) => {
    // A second supervisor of the same namespace is an error in both.
    const names = externalTargets(supervisor, world).flatMap(({ name }) => (seen.has(name) ? [] : [name]));
    for (const name of names) seen.add(name);
    const { result, timeZone } = supervisionOf(supervisor, world);
    const isValid = names.length > 0 && 'schedule' in result;
    return isValid ? [{ supervisor, schedule: result.schedule, timeZone, names }] : [];
  });
}

/** The jobs and bindings for external namespaces. They belong to the platform. */
export function externalObjects(world: World): readonly Emit[] {
  const { flavor, hibernation } = world.settings;
  return world.derived(externalSupervisions).flatMap(({ supervisor, schedule, timeZone, names }) => {
    const { kind, name, namespace: ownNamespace } = supervisor;
    const jobs = { schedule, timeZone, image: hibernation.image, flavor };
    return render({ kind, name, ownNamespace, tenant: platformTenant, namespaces: names, ...jobs });
  });
}
