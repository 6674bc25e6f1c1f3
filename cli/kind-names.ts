import { contracts, type KindId } from '../build/contracts.ts';
import { nearest } from '../data/nearest.ts';
import { groupOf } from '../kubernetes/api-version.ts';
import { groupKind } from '../kubernetes/object-id.ts';
import { currentKind } from '../leasehold.ts';

export type KindResult = { readonly ok: true; readonly id: KindId } | { readonly ok: false; readonly message: string };

const all = Object.values(contracts);

/** Finds the kind that a user means by its id, its name in upper or lower case, its plural or apiVersion/Kind. */
export function readKind(word: string): KindResult {
  const lower = word.toLowerCase();
  const exact = all.find(({ id, apiVersion, kind }) => id === lower || `${apiVersion}/${kind}`.toLowerCase() === lower);
  if (exact) return { ok: true, id: exact.id };
  const byName = all.filter(({ kind, plural }) => kind.toLowerCase() === lower || plural === lower);
  const current = byName.filter(({ id }) => currentKind(id) === id);
  const named = current.length > 0 ? current : byName;
  const [only] = named;
  if (only && named.length === 1) return { ok: true, id: only.id };
  if (only)
    return {
      ok: false,
      message: `several systems have a kind ${word}; use ${named.map(({ id }) => id).join(' or ')}`,
    };
  return { ok: false, message: unknownKind(word) };
}

/** The kinds that match an id, a kind, its plural, `Kind.group` or `apiVersion/Kind`; current versions if any. */
export function matchingKinds(word: string): readonly KindId[] {
  const lower = word.toLowerCase();
  const spellings = ({ id, apiVersion, kind, plural }: (typeof all)[number]) =>
    [id, kind, plural, groupKind(groupOf(apiVersion), kind), `${apiVersion}/${kind}`].map((one) => one.toLowerCase());
  const found = all.filter((contract) => spellings(contract).includes(lower)).map(({ id }) => id);
  const current = found.filter((id) => currentKind(id) === id);
  return current.length > 0 ? current : found;
}

/** The message for a word that is not a kind. */
export function unknownKind(word: string): string {
  const names = all.map(({ id, kind }) => (all.filter((other) => other.kind === kind).length > 1 ? id : kind));
  const near = nearest(word, names);
  return `unknown kind ${word}; ${near === undefined ? 'leasehold new --list lists the kinds' : `did you mean ${near}?`}`;
}
