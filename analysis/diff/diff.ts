import type { Manifest } from '../../core/print/manifest.ts';
import { compare } from '../../data/order.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { access } from './access.ts';
import { type Change, type ObjectPair, type Risk, type RiskFinding, type RiskRule, risks } from './change.ts';
import { dataLoss, syncOption } from './data-loss.ts';
import { type FieldChange, fieldChanges } from './fields.ts';
import { networkAccess } from './network-access.ts';
import { policy } from './policy.ts';
import { quota } from './quota.ts';
import { replaced } from './replaced.ts';
import { treeOf } from './tree.ts';

/** One rule per type of risk. */
const rules: readonly RiskRule[] = [dataLoss, access, networkAccess, policy, quota, replaced];
const order = Object.keys(risks) as readonly Risk[];

/** What a comparison needs of an object, whether just rendered or read from an earlier render. */
export type Comparable = Pick<Manifest, 'id' | 'tenant' | 'text' | 'origin'>;

type Objects = ReadonlyMap<string, Comparable>;

/**
 * The differences between the objects of two renders, by tenant, the worst first. Parses only objects whose texts
 * differ, because a change affects few of many tenants.
 */
export function diffObjects(base: readonly Comparable[], head: readonly Comparable[]): readonly Change[] {
  const before = byId(base);
  const after = byId(head);
  const context = contextOf(before, after);
  const changes: Change[] = [];
  for (const [key, manifest] of after) {
    const old = before.get(key);
    if (old?.text !== manifest.text) changes.push(toChange(old, manifest, context));
  }
  for (const [key, manifest] of before) if (!after.has(key)) changes.push(toChange(manifest, undefined, context));
  return changes.sort(byTenantAndRisk);
}

function byId(manifests: readonly Comparable[]): Objects {
  return new Map(manifests.map((manifest) => [formatId(manifest.id), manifest]));
}

/** What rules need to know about the namespace of an object. */
interface NamespaceContext {
  isNew(manifest: Comparable): boolean;
  /** True if the namespace is removed too: its own change already reports the risks. */
  isGone(manifest: Comparable): boolean;
  hadKind(manifest: Comparable, kind: string): boolean;
}

function contextOf(before: Objects, after: Objects): NamespaceContext {
  const kinds = new Set([...before.values()].map(({ id }) => `${id.namespace} ${id.kind}`));
  const namespaces = new Set([...before.values()].map(({ id }) => id.namespace));
  const wasAdded = (key: string) => after.has(key) && !before.has(key);
  return {
    isNew: ({ id }) => id.namespace !== '' && (wasAdded(`Namespace ${id.namespace}`) || !namespaces.has(id.namespace)),
    isGone: ({ id }) => before.has(`Namespace ${id.namespace}`) && !after.has(`Namespace ${id.namespace}`),
    hadKind: ({ id }, kind) => kinds.has(`${id.namespace} ${kind}`),
  };
}

function toChange(old: Comparable | undefined, now: Comparable | undefined, context: NamespaceContext): Change {
  const manifest = (now ?? old) as Comparable;
  const pair: ObjectPair = {
    id: manifest.id,
    old: old && treeOf(old),
    now: now && treeOf(now),
    isNew: context.isNew(manifest),
    hadKind: (kind) => context.hadKind(manifest, kind),
  };
  const applied = !now && context.isGone(manifest) ? [dataLoss] : rules;
  const findings = applied.flatMap((rule) => rule(pair)).sort(byRisk);
  return {
    action: !old ? 'added' : now ? 'changed' : 'removed',
    tenant: manifest.tenant,
    id: manifest.id,
    kept: !now && pair.old !== undefined && syncOption(pair.old, 'Prune') === 'false',
    risk: findings[0]?.risk ?? 'routine',
    findings,
    fields: fieldsOf(pair),
    source: manifest.origin?.file ?? '',
  };
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

/** Hides the values of Secrets, because a diff ends up in logs and comments. */
function mask(field: FieldChange): FieldChange {
  if (!/^(?:stringData|data)\b/.test(field.path)) return field;
  const hidden = '(secret)';
  return { path: field.path, ...('old' in field ? { old: hidden } : {}), ...('new' in field ? { new: hidden } : {}) };
}
