import type { Manifest } from '../../core/print/manifest.ts';
import { compare } from '../../data/order.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { access } from './access.ts';
import { type Change, type Finding, type Pair, type Risk, type Rule, risks } from './change.ts';
import { dataLoss, syncOption } from './data-loss.ts';
import { type FieldChange, fieldChanges } from './fields.ts';
import { networkAccess } from './network-access.ts';
import { policy } from './policy.ts';
import { quota } from './quota.ts';
import { replaced } from './replaced.ts';
import { treeOf } from './tree.ts';

/** One rule a sort of risk. */
const rules: readonly Rule[] = [dataLoss, access, networkAccess, policy, quota, replaced];
const order = Object.keys(risks) as readonly Risk[];

/** What is asked of an object, be it just rendered or read back from an earlier render. */
export type Comparable = Pick<Manifest, 'id' | 'tenant' | 'text' | 'origin'>;

type Objects = ReadonlyMap<string, Comparable>;

/**
 * How the objects of two renders differ, by tenant, the worst first. Texts are compared before anything is read,
 * for of ten thousand tenants a change concerns a few.
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

/** What rules may ask of the rest of the old side. */
interface Context {
  isFresh(manifest: Comparable): boolean;
  /** The namespace goes, too: what is said of that is enough. */
  isGone(manifest: Comparable): boolean;
  among(manifest: Comparable, kind: string): boolean;
}

function contextOf(before: Objects, after: Objects): Context {
  const kinds = new Set([...before.values()].map(({ id }) => `${id.namespace} ${id.kind}`));
  const namespaces = new Set([...before.values()].map(({ id }) => id.namespace));
  const isNew = (key: string) => after.has(key) && !before.has(key);
  return {
    isFresh: ({ id }) => id.namespace !== '' && (isNew(`Namespace ${id.namespace}`) || !namespaces.has(id.namespace)),
    isGone: ({ id }) => before.has(`Namespace ${id.namespace}`) && !after.has(`Namespace ${id.namespace}`),
    among: ({ id }, kind) => kinds.has(`${id.namespace} ${kind}`),
  };
}

function toChange(old: Comparable | undefined, now: Comparable | undefined, context: Context): Change {
  const manifest = (now ?? old) as Comparable;
  const pair: Pair = {
    id: manifest.id,
    old: old && treeOf(old),
    now: now && treeOf(now),
    fresh: context.isFresh(manifest),
    among: (kind) => context.among(manifest, kind),
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

function byRisk(a: Finding, b: Finding): number {
  return order.indexOf(a.risk) - order.indexOf(b.risk);
}

function byTenantAndRisk(a: Change, b: Change): number {
  return (
    compare(a.tenant, b.tenant) ||
    order.indexOf(a.risk) - order.indexOf(b.risk) ||
    compare(formatId(a.id), formatId(b.id))
  );
}

function fieldsOf({ id, old, now }: Pair): readonly FieldChange[] {
  if (!old || !now) return [];
  const fields = fieldChanges(old, now);
  return id.kind === 'Secret' && id.group === '' ? fields.map(mask) : fields;
}

/** No secret is printed, neither the old nor the new one: a diff ends up in logs and comments. */
function mask(field: FieldChange): FieldChange {
  if (!/^(?:stringData|data)\b/.test(field.path)) return field;
  const hidden = '(secret)';
  return { path: field.path, ...('old' in field ? { old: hidden } : {}), ...('new' in field ? { new: hidden } : {}) };
}
