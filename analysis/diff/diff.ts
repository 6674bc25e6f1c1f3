import { compare } from '../../data/order.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import type { PodSecurityLevel } from '../../kubernetes/privileges/privilege.ts';
import { access } from './access.ts';
import { backups } from './backups.ts';
import {
  type Change,
  type Comparable,
  type ObjectPair,
  type RenderContext,
  type Risk,
  type RiskFinding,
  type RiskRule,
  risks,
} from './change.ts';
import { dataLoss } from './data-loss.ts';
import { decidingKinds } from './deciding-kinds.ts';
import { externalSecrets } from './external-secrets.ts';
import { type FieldChange, fieldChanges } from './fields.ts';
import { gainedPrivileges, isOwnClusterScoped } from './gained-privileges.ts';
import { keptQuota } from './kept-quota.ts';
import { metadata } from './metadata.ts';
import { networkAccess } from './network-access.ts';
import { earlierJobs } from './one-time-jobs.ts';
import { policy } from './policy.ts';
import { protection } from './protection.ts';
import { quota } from './quota.ts';
import { relatedObjects } from './related.ts';
import { renderContext } from './render-context.ts';
import { replaced } from './replaced.ts';
import { sensitiveFields } from './sensitive-fields.ts';
import { otherFolders } from './shared-folders.ts';
import { tenancy } from './tenancy.ts';
import { treeOf } from './tree.ts';

const rules: readonly RiskRule[] = [
  dataLoss,
  backups,
  tenancy,
  gainedPrivileges,
  access,
  decidingKinds,
  externalSecrets,
  metadata,
  networkAccess,
  policy,
  protection,
  quota,
  replaced,
  sensitiveFields,
  otherFolders,
];
const order = Object.keys(risks) as readonly Risk[];

type Objects = ReadonlyMap<string, Comparable>;

/**
 * The differences between the objects of two renders, by tenant, worst first. Parses objects with equal texts only if a
 * rule needs them, because most changes affect few tenants. `level` is the Pod Security level of the new Platform.
 */
export function diffObjects(
  base: readonly Comparable[],
  head: readonly Comparable[],
  level: PodSecurityLevel = 'restricted',
): readonly Change[] {
  const [old, now] = relatedObjects(base, head);
  const [before, after] = [byId(old), byId(now)];
  const sides = { before, after, level, context: renderContext(old, now, head) };
  const earlier = earlierJobs(before, after);
  const replacedJobs = new Set(earlier.values());
  const changes: Change[] = [];
  for (const [key, manifest] of after) {
    const other = before.get(earlier.get(key) ?? key);
    if (other?.text !== manifest.text) changes.push(toChange(other, manifest, sides));
  }
  for (const [key, manifest] of before)
    if (!after.has(key) && !replacedJobs.has(key)) changes.push(toChange(manifest, undefined, sides));
  return changes.sort(byTenantAndRisk);
}

function byId(manifests: readonly Comparable[]): Objects {
  return new Map(manifests.map((manifest) => [formatId(manifest.id), manifest]));
}

/** The data that all objects of a comparison share. */
interface Sides {
  readonly before: Objects;
  readonly after: Objects;
  readonly context: RenderContext;
  readonly level: PodSecurityLevel;
}

/** True if the change adds the namespace of the object. */
function isInNewNamespace({ id }: Comparable, { before, after }: Sides): boolean {
  const namespace = `Namespace ${id.namespace}`;
  return id.namespace !== '' && after.has(namespace) && !before.has(namespace);
}

/** True if Argo CD also deletes the namespace. The change of the namespace then reports the risks. */
function isInDeletedNamespace({ id }: Comparable, { before, after, context }: Sides): boolean {
  const namespace = before.get(`Namespace ${id.namespace}`);
  return namespace !== undefined && !after.has(`Namespace ${id.namespace}`) && !context.isKept(namespace);
}

function toPair(old: Comparable | undefined, now: Comparable | undefined, sides: Sides): ObjectPair {
  const manifest = (now ?? old) as Comparable;
  const pair = {
    id: manifest.id,
    old: old && treeOf(old),
    now: now && treeOf(now),
    tenants: { old: old?.tenant, now: now?.tenant },
    isKept: !now && old !== undefined && sides.context.isKept(old) && !isInDeletedNamespace(old, sides),
    isNew: isInNewNamespace(manifest, sides),
    context: sides.context,
    level: sides.level,
  };
  const isAdded = !old && sides.context.isAddedTenant(manifest.tenant);
  return { ...pair, isOnboarding: isAdded && (pair.isNew || (pair.id.namespace === '' && isOwnClusterScoped(pair))) };
}

function toChange(old: Comparable | undefined, now: Comparable | undefined, sides: Sides): Change {
  const manifest = (now ?? old) as Comparable;
  const pair = toPair(old, now, sides);
  const applied = pair.isKept || (!now && isInDeletedNamespace(manifest, sides)) ? removalRules(pair) : rules;
  const findings = applied.flatMap((rule) => rule(pair)).sort(byRisk);
  return {
    action: !old ? 'added' : now ? 'changed' : 'removed',
    tenant: manifest.tenant,
    id: manifest.id,
    ...(old && formatId(old.id) !== formatId(manifest.id) ? { replaces: old.id } : {}),
    kept: pair.isKept,
    risk: findings[0]?.risk ?? 'routine',
    findings,
    fields: fieldsOf(pair),
    source: manifest.origin?.file ?? '',
  };
}

/**
 * The rules for a removed object that stays in the cluster or that is deleted with its namespace. Except for a
 * Namespace, such a removal does not loosen policies.
 */
function removalRules({ id }: ObjectPair): readonly RiskRule[] {
  return id.kind === 'Namespace' ? rules : [dataLoss, tenancy, keptQuota];
}

function byRisk(a: RiskFinding, b: RiskFinding): number {
  return order.indexOf(a.risk) - order.indexOf(b.risk);
}

function byTenantAndRisk(a: Change, b: Change): number {
  return (
    compare(a.tenant, b.tenant) ||
    order.indexOf(a.risk) - order.indexOf(b.risk) ||
    compare(formatId(a.id), formatId(b.id))
  );
}

function fieldsOf({ id, old, now }: ObjectPair): readonly FieldChange[] {
  if (!old || !now) return [];
  const fields = fieldChanges(old, now);
  return id.kind === 'Secret' && id.group === '' ? fields.map(mask) : fields;
}

/** Hides the data of Secrets, because logs and comments contain the diff. */
function mask(field: FieldChange): FieldChange {
  if (!/^(?:stringData|data)\b/.test(field.path)) return field;
  const hidden = '(secret)';
  return { path: field.path, ...('old' in field ? { old: hidden } : {}), ...('new' in field ? { new: hidden } : {}) };
}
