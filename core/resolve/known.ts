import { contracts, type KindId } from '../../build/contracts.ts';
import type { AnyKind, Reference } from '../kind.ts';
import { compare } from '../order.ts';
import { valueAt } from '../validate/schema-fault.ts';
import type { ValidDocument } from '../validate/validate.ts';
import { keyOf } from './resource.ts';

/** Label that puts a resource into a tenant other than the one its own name gives. */
export const tenantLabel = 'leasehold.dev/tenant';

/** The tenant of what all share: the Platform, the Plans and the objects rendered once for a kind. */
export const platformTenant = '_platform';

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

/** What a reference field names. */
export interface Target {
  readonly reference: Reference;
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
  const targets = kind.references.flatMap((reference) => targetOf(body, namespace, reference) ?? []);
  return { document, valid, kind, namespace, name, key: keyOf(kind.id, namespace, name), targets };
}

/** Its own, else that of the resource it belongs to, else the Platform's default, else none. */
function namespaceOf(body: unknown, kind: AnyKind, defaultNamespace: string): string {
  const own = text(valueAt(body, ['metadata', 'namespace']));
  if (own !== '') return own;
  const owner = kind.references.find((reference) => reference.owner);
  return (owner && targetOf(body, '', owner)?.namespace) || defaultNamespace;
}

function targetOf(body: unknown, namespace: string, reference: Reference): Target | undefined {
  const value = text(valueAt(body, reference.path));
  if (value === '') return undefined;
  const slash = value.indexOf('/');
  const name = value.slice(slash + 1);
  const place = slash < 0 ? namespace : value.slice(0, slash);
  const within = contracts[reference.to].scope === 'Cluster' ? '' : place;
  return { reference, key: keyOf(reference.to, within, name), namespace: within, name };
}

/** The tenant of each document: its label, else that of the one it belongs to, else its own name. */
export function tenantsOf(all: readonly Known[]): ReadonlyMap<Known, string> {
  const byKey = new Map(all.map((known) => [known.key, known]));
  const tenants = new Map<Known, string>();
  for (const known of all) tenants.set(known, tenantOf(known, byKey));
  return tenants;
}

function tenantOf(known: Known, byKey: ReadonlyMap<string, Known>): string {
  if (platformKinds.has(known.kind.id)) return platformTenant;
  const label = text(valueAt(known.document.body, ['metadata', 'labels', tenantLabel]));
  if (label !== '' && label !== platformTenant) return label;
  const owner = known.targets.find((target) => target.reference.owner);
  const target = owner && byKey.get(owner.key);
  return target && target !== known ? tenantOf(target, byKey) : (owner?.name ?? known.name);
}

/** The kinds that settings come from. */
export const platformKinds: ReadonlySet<KindId> = new Set(['platform', 'plan']);

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
