import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Variable } from '../../../core/settings/tetrapus.ts';
import { compare } from '../../../data/order.ts';
import { keysOf, type SigningKey } from '../org/keys.ts';
import { warnAboutMutableImage } from '../org/resolve.ts';

export interface ResolvedPlane {
  readonly name: string;
  readonly namespace: string;
  readonly spec: Resource<'tenant-plane'>['body']['spec'];
  readonly replicas: number;
  readonly orgs: readonly PlaneOrg[];
  readonly env: (name: Variable) => string;
  readonly probes: 'http' | 'tcp';
}

export interface PlaneOrg {
  readonly slug: string;
  readonly tier: string;
  readonly namespace: string;
  readonly keys: readonly SigningKey[];
}

export function resolve(resource: Resource<'tenant-plane'>, world: World, report: Report): ResolvedPlane | undefined {
  const { spec } = resource.body;
  const { name, namespace } = resource;
  const replicas = spec.replicas ?? 1;
  const orgs = orgsOnPlane(resource, world);
  warnAboutMutableImage(spec.data_plane_image, report);
  checkCapacity(spec.max_orgs, orgs, report);
  checkName(name, report);
  if (!spec.external_db_secret_ref) warnAboutOwnDatabases(replicas, report);
  const { env, probes } = world.settings.tetrapus;
  return { name, namespace, spec, replicas, orgs, env, probes };
}

/** Warns if no Secret configures a database: a plane has no volume, so SQLite stores the data in the pod. */
function warnAboutOwnDatabases(replicas: number, report: Report): void {
  const message =
    replicas > 1
      ? `${replicas} replicas without external_db_secret_ref would each have a separate database`
      : "without external_db_secret_ref, the Orgs' data is lost when the pod is deleted";
  const path = replicas > 1 ? ['spec', 'replicas'] : ['metadata', 'name'];
  report('risky-value', path, message, {
    fix: 'set external_db_secret_ref to a Secret that configures a shared database',
  });
}

function orgsOnPlane(resource: Resource<'tenant-plane'>, world: World): readonly PlaneOrg[] {
  const placed = world.referrers(resource, 'org').map((org) => ({
    slug: org.body.spec.slug,
    tier: org.body.spec.plan_tier,
    namespace: org.namespace,
    // The Org itself reports problems with its keys.
    keys: keysOf(org, world, () => undefined),
  }));
  return placed.sort((a, b) => compare(a.slug, b.slug));
}

function checkCapacity(max: number, orgs: readonly PlaneOrg[], report: Report): void {
  if (orgs.length <= max) return;
  const surplus = orgs.slice(max).map((org) => org.slug);
  const message = `max_orgs is ${max}, but ${surplus.length} more ${surplus.length === 1 ? 'Org refers' : 'Orgs refer'} to this plane: ${surplus.join(', ')}`;
  report('over-capacity', ['spec', 'max_orgs'], message, {
    fix: `raise max_orgs, or move ${surplus.length === 1 ? 'this Org' : 'these Orgs'} to another plane`,
  });
}

function checkName(name: string, report: Report): void {
  if (/^[a-z0-9]([a-z0-9-]{0,55}[a-z0-9])?$/.test(name)) return;
  const message = `plane-${name} is not a valid Service name: metadata.name can have at most 57 characters and no dots`;
  report(name.includes('.') ? 'bad-format' : 'name-too-long', ['metadata', 'name'], message);
}
