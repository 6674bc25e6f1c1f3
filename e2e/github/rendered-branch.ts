import { blobName } from '../../action/commit-plan.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import type { Repository } from './repository.ts';

/** The manifests of tenants: the name of the Git blob of each file, by path. Undefined if the files have errors. */
export function expectedManifests(files: readonly SourceFile[]): ReadonlyMap<string, string> | undefined {
  const rendering = render(files);
  if (!rendering.ok) return undefined;
  return new Map(rendering.files.map(({ path, text }) => [path, blobName(text, 'sha1')]));
}

const records = new Set(['.leasehold.json', 'hydrator.metadata', 'inventory.json']);

/** The manifests in a directory of a revision, without records; none if the revision does not exist. */
export function committedManifests(repository: Repository, revision: string, folder = ''): ReadonlyMap<string, string> {
  if (repository.find(revision) === undefined) return new Map();
  const prefix = folder === '' ? '' : `${folder}/`;
  const lines = repository.git(['ls-tree', '-r', revision, ...(folder === '' ? [] : [prefix])]).split('\n');
  const files = lines.flatMap((line) => {
    const [, blob = '', path = ''] = /^\d+ blob ([0-9a-f]+)\t(.+)$/.exec(line) ?? [];
    const inner = path.slice(prefix.length);
    return blob === '' || records.has(inner) ? [] : [[inner, blob] as const];
  });
  return new Map(files);
}

export function haveSameManifests(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([path, blob]) => b.get(path) === blob);
}
