import { readdirSync, readFileSync } from 'node:fs';
import { contracts, type KindId } from '../build/contracts.ts';
import type { SourceFile } from '../leasehold.ts';

/** A folder of `kinds/<system>/<kind>/cases/`. Its name is a short claim. */
export interface KindCase {
  readonly kind: KindId;
  readonly name: string;
  /** Relative to the checkout. */
  readonly folder: string;
}

/** The cases of the given kinds, or of every kind if none is given. */
export function kindCases(...kinds: readonly KindId[]): readonly KindCase[] {
  const wanted = kinds.length > 0 ? kinds : Object.values(contracts).map(({ id }) => id);
  return wanted.flatMap((kind) => {
    const root = `${contracts[kind].folder}/cases`;
    const names = readdirSync(root).sort();
    return names.map((name) => ({ kind, name, folder: `${root}/${name}` }));
  });
}

/** The input files of a case: `in.yaml`, or several `in*.yaml`. */
export function caseFiles(kind: KindId, name: string): readonly SourceFile[] {
  const folder = `${contracts[kind].folder}/cases/${name.replaceAll(' ', '-')}`;
  return inputNames(folder).map((path) => ({ path, text: readFileSync(`${folder}/${path}`, 'utf8') }));
}

/** The names of a folder's input files. */
export function inputNames(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /^in.*\.yaml$/.test(name));
}
