import { asText } from '../../data/as-text.ts';
import { canonicalText } from '../../data/canonical-text.ts';
import { listAt, type Tree, textsAt, valueAt } from '../../data/tree.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import type { Privilege } from '../../kubernetes/privileges/privilege.ts';
import { privilegedPods, privilegesOf } from '../../kubernetes/privileges/privileges.ts';
import { loosened, type ObjectPair, type RiskFinding } from './change.ts';

/** Finds privileges that the object did not have before, or not with the same content. */
export function gainedPrivileges(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now, level } = pair;
  if (!now) return [];
  const had = new Set(old ? privilegesOf(id, old, level).map(contentOf) : []);
  const gained = privilegesOf(id, now, level)
    .filter((privilege) => !had.has(contentOf(privilege)))
    .filter(({ sort }) => sort !== 'cluster-scoped' || !pair.isOnboarding);
  return [
    ...gained.map(({ sort, what }) => ({ risk: sort, why: what })),
    ...(old && hasOtherPod(id, old, now) ? [loosened('a pod with privileges on its node is different')] : []),
  ];
}

/**
 * Whether a pod or container with a privilege that the object had before is different. This is not a new privilege: a new image of
 * a node agent needs a review, but its privileges are known.
 */
function hasOtherPod(id: ObjectId, old: Tree, now: Tree): boolean {
  const before = privilegedPods(id, old);
  const [parts, known] = [
    new Set(before.map(({ part }) => canonicalText(part))),
    new Set(before.flatMap(({ privileges }) => privileges)),
  ];
  return privilegedPods(id, now).some(
    ({ part, privileges }) => privileges.some((privilege) => known.has(privilege)) && !parts.has(canonicalText(part)),
  );
}

function contentOf({ what, content }: Privilege): string {
  return canonicalText([what, content]);
}

/** True if only the tenant uses a cluster-scoped object, so that adding the tenant is not a risk for others. */
export function isOwnClusterScoped({ id, now, tenants, context }: Omit<ObjectPair, 'isOnboarding'>): boolean {
  const tenant = tenants.now ?? '';
  if (id.group === 'constraints.gatekeeper.sh') return true;
  switch (id.kind) {
    case 'Namespace':
    case 'ClusterResourceQuota':
    case 'Group':
      return true;
    case 'ClusterRole':
      return valueAt(now, 'aggregationRule') === undefined && listAt(now, 'rules').every((rule) => isOwn(rule, tenant));
    case 'ClusterRoleBinding':
      return context.addsClusterRole(tenant, asText(valueAt(now, 'roleRef', 'name')));
    default:
      return false;
  }
}

const classes = new Set(['ingressclasses', 'priorityclasses', 'storageclasses']);

/** True if a rule covers only objects with names of the tenant, or only allows reading the cluster's classes. */
function isOwn(rule: unknown, tenant: string): boolean {
  const names = textsAt(rule, 'resourceNames');
  const ownNames = names.length > 0 && names.every((name) => name === tenant || name.startsWith(`${tenant}-`));
  const reads = textsAt(rule, 'verbs').every((verb) => ['get', 'list', 'watch'].includes(verb));
  return ownNames || (reads && onlyClasses(rule as Tree));
}

function onlyClasses(rule: Tree): boolean {
  const resources = textsAt(rule, 'resources');
  return resources.length > 0 && resources.every((resource) => classes.has(resource));
}
