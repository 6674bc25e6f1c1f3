import { contracts } from '../../build/contracts.ts';
import { compare } from '../../data/order.ts';
import type { Path } from '../../data/tree.ts';
import { valueAt } from '../../data/tree.ts';
import type { Reference } from '../kind/capabilities.ts';
import type { AnyKind } from '../kind/kind.ts';
import { keyOf } from '../kind/resource.ts';
import { impostor, platformTenant, tenantLabelPath } from '../kind/tenant.ts';
import type { ValidDocument } from '../validate/validate.ts';

/** A document with its identity, read without trusting it: a faulty document has a tenant and targets too. */
export interface Known {
  readonly document: ValidDocument;
  readonly valid: boolean;
  readonly kind: AnyKind;
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
  readonly targets: readonly Target[];
}

/** False for a faulty document of an older version, which stands for what would have become of it. */
export function isCurrent({ document, kind }: Known): boolean {
  return valueAt(document.body, ['apiVersion']) === contracts[kind.id].apiVersion;
}

/** What a reference field names. */
export interface Target {
  readonly reference: Reference;
  /** Of the text that names it: the reference's own, or an item of its list. */
  readonly path: Path;
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
}

export interface Documents {
  readonly valid: readonly ValidDocument[];
  readonly invalid: readonly ValidDocument[];
}

/** Every document of a known kind in an order that does not depend on the order of the files. */
export function identify(documents: Documents, kinds: readonly AnyKind[], defaultNamespace: string): readonly Known[] {
  const byId = new Map(kinds.map((kind) => [kind.id, kind]));
  const know = (valid: boolean) => (document: ValidDocument) =>
    toKnown(document, valid, byId.get(document.kind) as AnyKind, defaultNamespace);
  return [...documents.valid.map(know(true)), ...documents.invalid.map(know(false))].sort(byKeyThenOrigin);
}

function toKnown(document: ValidDocument, valid: boolean, kind: AnyKind, defaultNamespace: string): Known {
  const { body } = document;
  const name = text(valueAt(body, ['metadata', 'name']));
  const namespace = contracts[kind.id].scope === 'Cluster' ? '' : namespaceOf(body, kind, defaultNamespace);
  const targets = kind.references.flatMap((reference) => targetsOf(body, namespace, reference));
  return { document, valid, kind, namespace, name, key: keyOf(kind.id, namespace, name), targets };
}

/** Its own, else that of the resource it belongs to, else the Platform's default, else none. */
function namespaceOf(body: unknown, kind: AnyKind, defaultNamespace: string): string {
  const own = text(valueAt(body, ['metadata', 'namespace']));
  if (own !== '') return own;
  const owner = kind.references.find((reference) => reference.owner);
  return (owner && targetsOf(body, '', owner)[0]?.namespace) || defaultNamespace;
}

function targetsOf(body: unknown, namespace: string, reference: Reference): readonly Target[] {
  const { path } = reference;
  const value = valueAt(body, path);
  if (!Array.isArray(value)) return targetOf(text(value), namespace, { reference, path });
  return value.flatMap((item, index) => targetOf(text(item), namespace, { reference, path: [...path, index] }));
}

function targetOf(value: string, namespace: string, field: Pick<Target, 'reference' | 'path'>): readonly Target[] {
  if (value === '') return [];
  const { to } = field.reference;
  const slash = value.indexOf('/');
  const name = value.slice(slash + 1);
  const place = slash < 0 ? namespace : value.slice(0, slash);
  const within = contracts[to].scope === 'Cluster' ? '' : place;
  return [{ ...field, key: keyOf(to, within, name), namespace: within, name }];
}

/** The keys of what documents name, whether it is there or not: in most repositories few of all there are. */
export function namedKeys(all: readonly Known[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { targets } of all) for (const { key } of targets) keys.add(key);
  return keys;
}

/** The documents that others name, by key; of several of one key, the last. */
export function namedBy(all: readonly Known[]): Named {
  const keys = namedKeys(all);
  const named = new Map<string, Known>();
  for (const known of all) if (keys.has(known.key)) named.set(known.key, known);
  return named;
}

export type Named = ReadonlyMap<string, Known>;

/** The tenant of each document: its label, else that of the one it belongs to, else its own name. */
export function tenantsOf(all: readonly Known[], named: Named): ReadonlyMap<Known, string> {
  const tenants = new Map<Known, string>();
  for (const known of all) tenants.set(known, tenantOf(known, named));
  return tenants;
}

function tenantOf(known: Known, named: Named): string {
  const { id, tenancy } = known.kind;
  if (tenancy === 'platform') return platformTenant;
  // One for each, so that a fault concerns only those that name this very resource.
  if (tenancy === 'shared') return `_${id}.${known.namespace}.${known.name}`;
  const label = text(valueAt(known.document.body, tenantLabelPath));
  if (label !== '' && !label.startsWith('_')) return ownTenant(label);
  const owner = ownerOf(known);
  const target = owner && named.get(owner.key);
  return target && target !== known ? tenantOf(target, named) : ownTenant(owner?.name ?? known.name);
}

/** What it names as the resource that it is part of. */
export function ownerOf({ targets }: Known): Target | undefined {
  return targets.find(({ reference }) => reference.owner);
}

function ownTenant(name: string): string {
  return name === platformTenant ? impostor : name;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function byKeyThenOrigin(a: Known, b: Known): number {
  return (
    compare(a.key, b.key) ||
    compare(a.document.origin.file, b.document.origin.file) ||
    a.document.origin.document - b.document.origin.document
  );
}
