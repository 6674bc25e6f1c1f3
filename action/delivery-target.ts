import type { RemoteFailure } from '../io/git-network.ts';
import { gitError } from '../io/git-process.ts';
import { listFiles, type Remote, readTexts, type TreeFile } from '../io/git-remote.ts';
import { type Ownership, ownershipFile, parseOwnership } from '../io/ownership.ts';
import { hydratorFile, readDrySha } from '../shell/hydrator.ts';

/** The current state of the branch and folder that manifests are delivered to. */
export interface DeliveryTarget {
  readonly branch: string;
  /** Empty for the whole branch. */
  readonly folder: string;
  /** The head commit of the branch. Undefined if the branch does not exist. */
  readonly head: string | undefined;
  /** The files of the target, by their path relative to the folder. */
  readonly files: ReadonlyMap<string, TreeFile>;
  /** The files of an earlier render. Undefined if there is none, or if its list of files is invalid. */
  readonly ownership: Ownership | undefined;
  /** True if any folder of the branch contains a render. */
  readonly hasRender: boolean;
  /** The source commit of the earlier render. Undefined if unknown. */
  readonly drySha: string | undefined;
}

export type TargetResult = { readonly ok: true; readonly target: DeliveryTarget } | RemoteFailure;

/** Lists all files of the target. Reads which of them an earlier render wrote, and the source commit of that render. */
export function readTarget(remote: Remote, location: TargetLocation): TargetResult {
  const { branch, folder, head } = location;
  const empty = { branch, folder, head, files: new Map(), ownership: undefined, hasRender: false, drySha: undefined };
  if (head === undefined) return { ok: true, target: empty };
  const fetched = remote.fetch(head);
  if (!fetched.ok) return fetched;
  const all = listFiles(head, '', remote.environment);
  const files = filesIn(folder, all);
  const texts = fileTexts(remote, files, [ownershipFile, hydratorFile]);
  const ownership = parseOwnership(texts.get(ownershipFile) ?? '');
  const hasRender = [...all.keys()].some((path) => path === ownershipFile || path.endsWith(`/${ownershipFile}`));
  const drySha = readDrySha(texts.get(hydratorFile) ?? '');
  return { ok: true, target: { ...empty, files, ownership, hasRender, drySha } };
}

export interface TargetLocation {
  readonly branch: string;
  readonly folder: string;
  readonly head: string | undefined;
}

function filesIn(folder: string, files: ReadonlyMap<string, TreeFile>): ReadonlyMap<string, TreeFile> {
  if (folder === '') return files;
  const prefix = `${folder}/`;
  const inner = [...files].filter(([path]) => path.startsWith(prefix));
  return new Map(inner.map(([path, file]) => [path.slice(prefix.length), file]));
}

/** The texts of the paths that are regular files. */
export function fileTexts(
  remote: Remote,
  files: ReadonlyMap<string, TreeFile>,
  paths: readonly string[],
): ReadonlyMap<string, string> {
  const found = paths.flatMap((path) => {
    const file = files.get(path);
    return file && file.mode !== '120000' && file.mode !== '160000' ? [[path, file.blob] as const] : [];
  });
  if (found.length === 0) return new Map();
  const blobs = found.map(([, blob]) => blob);
  const fetched = remote.fetchBlobs(blobs);
  if (!fetched.ok) throw gitError(fetched.message);
  const texts = readTexts(blobs, remote.environment);
  return new Map(found.map(([path, blob]) => [path, texts.get(blob) ?? '']));
}
