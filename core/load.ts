import { isEqual } from '../data/is-equal.ts';
import { memo } from '../data/memo.ts';
import { convert, convertDocument } from './convert/convert.ts';
import type { AnyKind } from './kind/kind.ts';
import type { Resource } from './kind/resource.ts';
import { parseFile } from './parse/parse.ts';
import { type Layout, layoutOf } from './resolve/authority.ts';
import { type Identified, type Identity, identifyDocument } from './resolve/identify.ts';
import { parseDirectories } from './resolve/parse-directories.ts';
import { type KeepResource, type Resolved, type Reuse, resolve } from './resolve/resolve.ts';
import type { SourceFile } from './source/source.ts';
import { type KindDocument, validate, validateParsed } from './validate/validate.ts';

/** Cached, because a program can load the same file several times, and parsing and validation take most of the time. */
const [parseKept, validateKept] = [memo((file: SourceFile) => parseFile(file)), memo(validateParsed)];

/** The first half of the flow: files in, resources with their tenants and references out. Nothing is rendered yet. */
export function load(kinds: readonly AnyKind[], files: readonly SourceFile[]): Resolved {
  const parsed = parseDirectories(files, kinds, parseKept);
  const current = convert(validate(parsed.documents, validateKept), kinds);
  return resolve({ ...current, problems: [...parsed.problems, ...current.problems] }, kinds);
}

/** Loads files. `ownNamespaces` can return the namespaces of an earlier run. */
export type Loader = (files: readonly SourceFile[], ownNamespaces: Reuse['ownNamespaces']) => Resolved;

/**
 * Like `load`, but also caches resources: a file object from an earlier call yields the same resource objects, unless their
 * tenant, namespace or name has changed.
 */
export function openLoader(kinds: readonly AnyKind[]): Loader {
  const conversions = new WeakMap<KindDocument, ReturnType<typeof convertDocument>>();
  const convertKept: typeof convertDocument = (document, conversion) => {
    const converted = conversions.get(document) ?? convertDocument(document, conversion);
    conversions.set(document, converted);
    return converted;
  };
  const [keep, identifyOne] = [resourceKeeper(), identityKeeper()];
  return (files, ownNamespaces) => {
    const parsed = parseDirectories(files, kinds, parseKept);
    const current = convert(validate(parsed.documents, validateKept), kinds, convertKept);
    return resolve({ ...current, problems: [...parsed.problems, ...current.problems] }, kinds, {
      keep,
      identifyOne,
      ownNamespaces,
    });
  };
}

function resourceKeeper(): KeepResource {
  const known = new WeakMap<KindDocument, Resource>();
  return (document, resource) => {
    const earlier = known.get(document);
    const isSame =
      earlier?.tenant === resource.tenant && earlier.namespace === resource.namespace && earlier.name === resource.name;
    const kept = isSame ? earlier : resource;
    known.set(document, kept);
    return kept;
  };
}

/** Identities take most of the memory of a world, so worlds share those of unchanged documents. */
function identityKeeper(): typeof identifyDocument {
  const known = new WeakMap<KindDocument, { readonly identity: Identity; readonly identified: Identified }>();
  return (document, identity) => {
    const earlier = known.get(document);
    if (earlier && isSameIdentity(earlier.identity, identity)) return earlier.identified;
    const identified = identifyDocument(document, identity);
    known.set(document, { identity, identified });
    return identified;
  };
}

function isSameIdentity(one: Identity, other: Identity): boolean {
  const [a, b] = [one.settings, other.settings];
  const haveSameSettings = a.defaultNamespace === b.defaultNamespace && a.assumedNamespace === b.assumedNamespace;
  return haveSameSettings && one.valid === other.valid && isEqual(one.authority, other.authority);
}

/** The directories that the Platform defines, and who can change the documents in them. */
export function layoutWith(kinds: readonly AnyKind[], files: readonly SourceFile[]): Layout {
  return layoutOf(convert(validate(parseDirectories(files, kinds, parseKept).documents, validateKept), kinds));
}
