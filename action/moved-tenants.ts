import type { Comparable } from '../analysis/diff/change.ts';
import { groupBy } from '../data/group-by.ts';
import { listed } from '../data/listed.ts';
import { shortList } from '../data/short-list.ts';
import { definedTenants } from '../leasehold.ts';
import { code } from '../shell/markdown.ts';
import type { ActionRun } from './action-run.ts';
import { readFetched } from './fetched-history.ts';

/**
 * The tenants that files of the new version define below `root` and outside `path`, each with a file. Empty if `path`
 * is the root of the repository.
 */
export function tenantsOutside(run: ActionRun, path: string, root = '.'): ReadonlyMap<string, string> {
  const head = run.ports.history.head();
  const files = head === undefined || path === '.' ? [] : readFetched(run, head, root);
  const others = files.filter((file) => !file.path.startsWith(`${path}/`));
  return new Map(others.flatMap((file) => definedTenants([file]).map((tenant) => [tenant, file.path])));
}

/** The removed tenants that another directory of the new version defines, with their files. */
export function movedTenants(
  run: ActionRun,
  before: readonly Comparable[],
  after: readonly Comparable[],
): ReadonlyMap<string, string> {
  const removed = new Set(before.map(({ tenant }) => tenant));
  for (const { tenant } of after) removed.delete(tenant);
  if (removed.size === 0) return new Map();
  return new Map([...tenantsOutside(run, run.inputs.path)].filter(([tenant]) => removed.has(tenant)));
}

/** The maximum number of tenants per note. */
const maxNames = 10;

/** The notes of the report about moved tenants. */
export function moveNotes({ inputs: { path } }: ActionRun, moved: ReadonlyMap<string, string>): readonly string[] {
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/')) || '.';
  return [...groupBy(moved, ([, file]) => folderOf(file))].map(([folder, own]) => {
    const names = own.map(([tenant]) => code(tenant));
    return `${names.length > maxNames ? shortList(names, maxNames) : listed(names)} ${own.length === 1 ? 'moves' : 'move'} from ${code(path)} to ${code(folder)}, which counts as a removal: Argo CD deletes the objects, unless you move them to another Application first.`;
  });
}
