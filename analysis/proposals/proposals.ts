import type { ProposalClass } from '../../core/kind/capabilities.ts';
import { labelOf } from '../../core/kind/resource.ts';
import type { Identified } from '../../core/resolve/identify.ts';
import type { Resolved } from '../../core/resolve/resolve.ts';
import { type SelectedKeys, selectedKeys } from '../../core/settings/selected-keys.ts';
import type { Origin } from '../../core/source/source.ts';
import { childrenOf, isMapping, isSame } from '../../data/tree.ts';

/** A document that differs between two versions of the files. */
export interface ProposedDocument {
  /** `Tenant pay` */
  readonly label: string;
  /** The origins of the document in both versions; undefined in a version without the document. */
  readonly origins: { readonly before: Origin | undefined; readonly after: Origin | undefined };
  /**
   * The tenants of the document, before and after: its recipients, or else its owner, which is a pseudo-tenant for a shared
   * document.
   */
  readonly tenants: readonly string[];
  /** Whether the document is or was in the Platform's directory, so that no Grant limits it. */
  readonly isTrusted: boolean;
  readonly fields: readonly ProposedField[];
}

export interface ProposedField {
  /** Dotted; empty for a document that is added or removed. */
  readonly path: string;
  /** Undefined for a field of the platform, and for every field if the document adds a `system:` subject. */
  readonly class: ProposalClass | undefined;
}

/** The documents and fields that differ. Comments and the order of keys do not count. */
export function proposedDocuments(before: Resolved, after: Resolved): readonly ProposedDocument[] {
  const [old, now] = [byKey(before), byKey(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  const selectors = selectorsIn(before);
  return keys.flatMap((key) => {
    const [a, b] = [old.get(key), now.get(key)];
    const found = a && b ? differences(a.document.body, b.document.body, '') : [{ path: '', values: [] }];
    const one = b ?? a;
    if (one === undefined || found.length === 0) return [];
    const tenants = [...new Set([...ownersOf(a, before), ...ownersOf(b, after)])].sort();
    const isWide = addsSystemSubject(a?.document.body, b?.document.body);
    const fields = found.map((difference) => ({
      path: difference.path,
      class: isWide ? undefined : classOf(difference, one.kind.proposals ?? {}, selectors),
    }));
    const origins = { before: a?.document.origin, after: b?.document.origin };
    const isTrusted = [a, b].some((side) => side?.authority.sort === 'platform');
    return [{ label: labelOf(one.kind.id, one), origins, tenants, isTrusted, fields }];
  });
}

/** The labels by which documents select namespaces. The documents are searched when first needed. */
function selectorsIn({ tenants }: Resolved): () => SelectedKeys {
  let keys: SelectedKeys | undefined;
  return () => {
    keys ??= selectedKeys([...tenants.keys()].map(({ document }) => document));
    return keys;
  };
}

/** Groups such as all authenticated users cannot be members of a tenant, regardless of the field that lists them. */
function addsSystemSubject(a: unknown, b: unknown): boolean {
  const known = new Set(systemSubjects(a, ''));
  return systemSubjects(b, '').some((one) => !known.has(one));
}

/** The `system:` subjects, each with its field: adding a viewer group to the owners is a change too. */
function systemSubjects(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return value.startsWith('system:') ? [`${path} ${value}`] : [];
  return childrenOf(value).flatMap(([step, child]) =>
    systemSubjects(child, typeof step === 'number' ? path : `${path}.${step}`),
  );
}

function byKey({ tenants }: Resolved): ReadonlyMap<string, Identified> {
  return new Map([...tenants.keys()].map((one) => [one.key, one]));
}

function ownersOf(one: Identified | undefined, { tenants, recipients }: Resolved): readonly string[] {
  if (one === undefined) return [];
  return recipients.get(one) ?? [tenants.get(one) ?? ''];
}

interface Difference {
  /** Dotted. */
  readonly path: string;
  /** Both values; none for a document that is added or removed. */
  readonly values: readonly unknown[];
}

/** The outermost values that differ and are not mappings on both sides. A list is one value. */
function differences(a: unknown, b: unknown, path: string): readonly Difference[] {
  if (isSame(a, b)) return [];
  if (!isMapping(a) || !isMapping(b)) return [{ path, values: [a, b] }];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.flatMap((key) => differences(a[key], b[key], path === '' ? key : `${path}.${key}`));
}

function classOf(
  { path, values }: Difference,
  classes: Readonly<Record<string, ProposalClass>>,
  selectors: () => SelectedKeys,
): ProposalClass | undefined {
  const fits = (prefix: string) => prefix === '' || path === prefix || path.startsWith(`${prefix}.`);
  const [longest] = Object.keys(classes)
    .filter(fits)
    .sort((a, b) => b.length - a.length);
  const found = longest === undefined ? undefined : classes[longest];
  if (found !== 'namespace-metadata' || longest === undefined) return found;
  const selected = selectors();
  const isReserved = (key: string) => reserved.test(key) || selected.has(key);
  const [before, after] = values.map((value) => reservedIn(value, isReserved));
  const isSelected = [...selected.keys()].some((key) => path.endsWith(`.${key}`));
  const isInPath = reserved.test(path.slice(longest.length)) || isSelected;
  return isInPath || !isSame(before, after) ? 'reserved-metadata' : found;
}

/**
 * Keys with a prefix belong to a program, which can grant permissions based on them: nodes, users of containers, roles of a
 * cloud [sources: kubernetes-11]. Two well-known keys have no prefix. A label by which a document selects namespaces is
 * reserved too, because it determines which objects a namespace receives, or whose network accepts its pods.
 */
const reserved = /\/|(?:^|\.)(?:istio-injection|control-plane)$/;

/**
 * The parts of a value with reserved keys. An item of a list counts as a whole, because its other fields determine where its keys
 * apply.
 */
function reservedIn(value: unknown, isReserved: (key: string) => boolean): readonly unknown[] {
  return childrenOf(value).flatMap(([step, child]) => {
    if (typeof step === 'number') return reservedIn(child, isReserved).length > 0 ? [child] : [];
    return isReserved(step) ? [{ [step]: child }] : reservedIn(child, isReserved);
  });
}
