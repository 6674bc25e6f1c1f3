import { contracts } from '../../build/contracts.ts';
import { compare } from '../../data/order.ts';
import { isMapping, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import type { Authority } from '../kind/authority.ts';
import type { Reference } from '../kind/capabilities.ts';
import type { AnyKind } from '../kind/kind.ts';
import { keyOf } from '../kind/resource.ts';
import type { Settings } from '../settings/settings.ts';
import type { KindDocument, ValidDocument } from '../validate/validate.ts';

/** A document with its identity. Invalid documents have one too, because errors must reach the right tenants. */
export type Identified = IdentifiedParts & (ValidPart | InvalidPart);

interface IdentifiedParts {
  readonly kind: AnyKind;
  readonly namespace: string;
  readonly name: string;
  /** Unique for valid input: kind, namespace and name. */
  readonly key: string;
  readonly targets: readonly ReferenceTarget[];
  readonly authority: Authority;
}

interface ValidPart {
  readonly valid: true;
  readonly document: ValidDocument;
}

interface InvalidPart {
  readonly valid: false;
  readonly document: KindDocument;
}

/** The target of a reference field. */
export interface ReferenceTarget {
  readonly reference: Reference;
  /** Path of the target's name: the path of the reference field, or of an item in its list. */
  readonly path: Path;
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
}

/** False for an invalid document of an older version, which counts as the kind that it would become. */
export function isCurrent({ document, kind }: Identified): boolean {
  return valueAt(document.body, 'apiVersion') === contracts[kind.id].apiVersion;
}

export interface Documents {
  readonly valid: readonly ValidDocument[];
  readonly invalid: readonly KindDocument[];
}

type NamespaceSettings = Pick<Settings, 'defaultNamespace' | 'assumedNamespace'>;

interface Context {
  readonly settings: NamespaceSettings;
  readonly authorityOf: (file: string) => Authority;
  /** Can return the result of an earlier run. */
  readonly identifyOne?: typeof identifyDocument | undefined;
}

/** The input for the identity of a document. */
export interface Identity {
  readonly kind: AnyKind;
  readonly settings: NamespaceSettings;
  readonly authority: Authority;
  readonly valid: boolean;
}

/** Identifies every document. The order of the result does not depend on the order of the files. */
export function identify(
  { valid, invalid }: Documents,
  kinds: readonly AnyKind[],
  { settings, authorityOf, identifyOne = identifyDocument }: Context,
): readonly Identified[] {
  const byId = new Map(kinds.map((kind) => [kind.id, kind]));
  const identified = (valid: boolean) => (document: KindDocument) => {
    const kind = byId.get(document.kind) as AnyKind;
    return identifyOne(document, { kind, settings, authority: authorityOf(document.origin.file), valid });
  };
  const all = [...valid.map(identified(true)), ...invalid.map(identified(false))];
  return all.sort(byKeyThenOrigin);
}

export function identifyDocument(document: KindDocument, { kind, settings, authority, valid }: Identity): Identified {
  const parts = { ...partsOf(document, kind, settings), authority };
  return valid ? { ...parts, document: document as ValidDocument, valid } : { ...parts, document, valid };
}

function partsOf(
  { body }: KindDocument,
  kind: AnyKind,
  settings: NamespaceSettings,
): Omit<IdentifiedParts, 'authority'> {
  const name = textAt(body, 'metadata', 'name');
  const namespace = contracts[kind.id].scope === 'Cluster' ? '' : namespaceOf(body, kind, settings);
  const targets = kind.references.flatMap((reference) => targetsOf(body, namespace, reference));
  return { kind, namespace, name, key: keyOf(kind.id, namespace, name), targets };
}

/** The document's own namespace, otherwise that of its owner, otherwise the default. Empty if there is none. */
function namespaceOf(body: unknown, kind: AnyKind, settings: NamespaceSettings): string {
  const assumed = kind.ignoresNamespace ? '' : settings.assumedNamespace;
  return explicitNamespace(body, kind) || settings.defaultNamespace || assumed;
}

/** The namespace that the document sets for itself or for its owner. Empty if it sets none. */
export function explicitNamespace(body: unknown, kind: AnyKind): string {
  const own = textAt(body, 'metadata', 'namespace');
  const owner = kind.references.find((reference) => reference.owner);
  return own || (owner && targetsOf(body, '', owner)[0]?.namespace) || '';
}

function targetsOf(body: unknown, namespace: string, reference: Reference): readonly ReferenceTarget[] {
  const { path } = reference;
  const value = valueAt(body, ...path);
  if (isMapping(value)) return targetOf(nameIn(value), namespace, { reference, path });
  if (!Array.isArray(value)) return targetOf(value, namespace, { reference, path });
  return value.flatMap((item, index) => targetOf(item, namespace, { reference, path: [...path, index] }));
}

function nameIn(reference: Tree): string {
  const namespace = textAt(reference, 'namespace');
  return namespace === '' ? textAt(reference, 'name') : `${namespace}/${textAt(reference, 'name')}`;
}

function targetOf(
  value: unknown,
  namespace: string,
  field: Pick<ReferenceTarget, 'reference' | 'path'>,
): readonly ReferenceTarget[] {
  if (typeof value !== 'string' || value === '') return [];
  const { to } = field.reference;
  const slash = value.indexOf('/');
  const name = value.slice(slash + 1);
  const explicit = slash < 0 ? namespace : value.slice(0, slash);
  const within = contracts[to].scope === 'Cluster' ? '' : explicit;
  return [{ ...field, key: keyOf(to, within, name), namespace: within, name }];
}

/** The keys that documents refer to, whether they exist or not. Most repositories have few of them. */
export function referencedKeys(all: readonly Identified[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { targets } of all) for (const { key } of targets) keys.add(key);
  return keys;
}

/** The documents that others refer to, by key. Contains the last of several duplicates. */
export type Referenced = ReadonlyMap<string, Identified>;

export function referencedBy(all: readonly Identified[]): Referenced {
  const keys = referencedKeys(all);
  const referenced = new Map<string, Identified>();
  for (const document of all) if (keys.has(document.key)) referenced.set(document.key, document);
  return referenced;
}

/** The resource that a document is part of. */
export function ownerOf({ targets }: Identified): ReferenceTarget | undefined {
  return targets.find(({ reference }) => reference.owner);
}

function byKeyThenOrigin(a: Identified, b: Identified): number {
  return (
    compare(a.key, b.key) ||
    compare(a.document.origin.file, b.document.origin.file) ||
    a.document.origin.document - b.document.origin.document
  );
}
