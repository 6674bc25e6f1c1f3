import type { UncheckedDocument } from '../../../core/kind/capabilities.ts';
import { platformTenant } from '../../../core/kind/tenant.ts';
import type { World } from '../../../core/kind/world.ts';
import { listAt, type Path } from '../../../data/tree.ts';
import { supervisionIndex } from './supervision-targets.ts';

/** A namespace without a tenant, with the path of the field that selects it. */
interface ExternalTarget {
  readonly name: string;
  readonly path: Path;
}

/**
 * The external namespaces of the Platform that contain the ResourceSupervisor, or that the ClusterResourceSupervisor selects by
 * name or through an AppProject, without those that have a ResourceSupervisor. The document may be invalid.
 */
export function externalTargets(supervisor: UncheckedDocument, world: World): readonly ExternalTarget[] {
  const { external } = world.settings.hibernation;
  if (external.length === 0) return [];
  const paths = pathsOf(supervisor);
  const { withOwnSupervisor } = world.derived(supervisionIndex);
  return external.flatMap(({ name, appProject }) => {
    if (supervisor.namespace === '' && withOwnSupervisor.has(name)) return [];
    const path = paths.namespaces.get(name) ?? (appProject === undefined ? undefined : paths.projects.get(appProject));
    return path ? [{ name, path }] : [];
  });
}

/** The platform if the supervisor selects external namespaces, because it owns the objects for them. */
export function externalOwners(supervisor: UncheckedDocument, world: World): readonly string[] {
  return externalTargets(supervisor, world).length > 0 ? [platformTenant] : [];
}

function pathsOf({
  namespace,
  body,
}: UncheckedDocument): Readonly<Record<'namespaces' | 'projects', ReadonlyMap<unknown, Path>>> {
  const isClusterScoped = namespace === '';
  if (!isClusterScoped) return { namespaces: new Map([[namespace, ['metadata', 'namespace']]]), projects: new Map() };
  return {
    namespaces: pathsIn(body, ['spec', 'namespaces', 'names']),
    projects: pathsIn(body, ['spec', 'argocd', 'appProjects']),
  };
}

function pathsIn(body: unknown, path: Path): ReadonlyMap<unknown, Path> {
  return new Map(listAt(body, ...path).map((name, index) => [name, [...path, index]]));
}
