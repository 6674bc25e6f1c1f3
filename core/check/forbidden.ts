import { isMapping } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { possibleAnnotation, privilegesOf } from '../../kubernetes/privileges/privileges.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { isTenant } from '../kind/tenant.ts';
import type { Manifest } from '../print/manifest.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Reports every forbidden privilege of a tenant's object. No Grant allows such a privilege, and trusted files cannot have one
 * either.
 */
export function forbiddenPrivileges(manifests: readonly Manifest[], settings: Settings): readonly UnlocatedProblem[] {
  if (settings.forbidden.size === 0) return [];
  const own = manifests.filter((manifest) => isTenant(manifest.tenant) && !isPlain(manifest));
  return own.flatMap((manifest) => problemsOf(manifest, settings));
}

/** Kinds without pods. Only their annotations can contain a privilege. */
const plainKinds: ReadonlySet<string> = new Set([
  'AuthorizationPolicy',
  'ConfigMap',
  'Gateway',
  'LimitRange',
  'NetworkPolicy',
  'PeerAuthentication',
  'PersistentVolumeClaim',
  'ResourceQuota',
  'Role',
  'RoleBinding',
  'Secret',
]);

/**
 * Whether the object is known to have no privilege: its kind has no pods, and its text contains no annotation that is a
 * privilege. Shapes print keys unchanged, so a search of the text finds these annotations.
 */
function isPlain({ id, shape, text }: Manifest): boolean {
  return shape !== undefined && plainKinds.has(id.kind) && !possibleAnnotation.test(text);
}

function problemsOf(
  { id, text, origin, tenant }: Manifest,
  { forbidden, podSecurity }: Settings,
): readonly UnlocatedProblem[] {
  if (!origin) return [];
  const reading = readYaml(text);
  const tree = reading.ok ? reading.bodies[0] : undefined;
  const privileges = privilegesOf(id, isMapping(tree) ? tree : {}, podSecurity);
  return privileges
    .filter(({ sort }) => forbidden.has(sort))
    .map(({ sort, what }) => ({
      code: 'forbidden-privilege',
      origin,
      place: atValue(['metadata', 'name']),
      message: `${formatId(id)}: ${what}; spec.forbid of the Platform contains ${sort}`,
      fix: `remove the privilege from the document, or remove ${sort} from spec.forbid`,
      tenants: [tenant],
    }));
}
