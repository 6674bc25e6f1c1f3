import { listFiles, type Remote, readTexts, type TreeFile } from '../io/git-remote.ts';
import { type Ownership, ownershipFile, parseOwnership } from '../io/ownership.ts';
import { hydratorFile, readDrySha } from './hydrator.ts';

/** A folder of a branch on the server, as it is now. */
export interface Target {
  readonly branch: string;
  /** Empty for the whole branch. */
  readonly folder: string;
  /** The commit the branch is at; undefined when there is no such branch. */
  readonly head: string | undefined;
  /** By path in the folder. */
  readonly files: ReadonlyMap<string, TreeFile>;
  /** What an earlier render wrote there; undefined when none did. */
  readonly ownership: Ownership | undefined;
  /** Some folder of the branch holds a render. */
  readonly isOurs: boolean;
  /** The commit that the earlier render was made from. */
  readonly drySha: string | undefined;
}

export type TargetReading =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly message: string; readonly forbidden: boolean };

/** Reads what is delivered to. Its files are fetched, their contents read only where they matter. */
export function readTarget(remote: Remote, place: TargetPlace): TargetReading {
  const { branch, folder, head } = place;
  const empty = { branch, folder, head, files: new Map(), ownership: undefined, isOurs: false, drySha: undefined };
  if (head === undefined) return { ok: true, target: empty };
  const fetched = remote.fetch(head);
  if (!fetched.ok) return fetched;
  const all = listFiles(head, '', remote.place);
  const files = below(folder, all);
  const texts = textsOf(remote, files, [ownershipFile, hydratorFile]);
  const ownership = parseOwnership(texts.get(ownershipFile) ?? '');
  const isOurs = [...all.keys()].some((path) => path === ownershipFile || path.endsWith(`/${ownershipFile}`));
  const drySha = readDrySha(texts.get(hydratorFile) ?? '');
  return { ok: true, target: { ...empty, files, ownership, isOurs, drySha } };
}

export interface TargetPlace {
  readonly branch: string;
  readonly folder: string;
  readonly head: string | undefined;
}

function below(folder: string, files: ReadonlyMap<string, TreeFile>): ReadonlyMap<string, TreeFile> {
  if (folder === '') return files;
  const prefix = `${folder}/`;
  const inner = [...files].filter(([path]) => path.startsWith(prefix));
  return new Map(inner.map(([path, file]) => [path.slice(prefix.length), file]));
}

/** The texts of those of the paths that are regular files. */
export function textsOf(
  remote: Remote,
  files: ReadonlyMap<string, TreeFile>,
  paths: readonly string[],
): ReadonlyMap<string, string> {
  const found = paths.flatMap((path) => {
    const file = files.get(path);
    return file && file.mode !== '120000' && file.mode !== '160000' ? [[path, file.blob] as const] : [];
  });
  if (found.length === 0) return new Map();
  const texts = readTexts(
    found.map(([, blob]) => blob),
    remote.place,
  );
  return new Map(found.map(([path, blob]) => [path, texts.get(blob) ?? '']));
}
