import { isError } from '../core/problem/problem.ts';
import { shortList } from '../data/short-list.ts';
import { type Rendering, render, type Scope, type SourceFile, tenantNames } from '../leasehold.ts';
import { code } from '../shell/markdown.ts';
import { tallyOf } from '../shell/problems.ts';
import { type ActionRun, type Failure, failure } from './action-run.ts';
import type { Base } from './base.ts';
import { firstParents, readCommit } from './fetched-history.ts';
import { tenantsOutside } from './moved-tenants.ts';

/** The render that a change is compared with. */
export interface Past {
  /** The base commit, or the earlier commit that is rendered instead. */
  readonly commit: string;
  readonly rendering: Rendering;
  /** Sentences in the report that explain an unexpected baseline. */
  readonly notes: readonly string[];
}

export type PastResult = { readonly ok: true; readonly value: Past } | Failure;

/**
 * Renders the base. If it has errors, renders the last earlier version without errors. Fails if none of the searched
 * versions is without errors, if the base cannot be read, or if the earlier directory of moved tenants is unknown.
 */
export function readPast(run: ActionRun, base: Base): PastResult {
  const sources = sourcesAt(run, base);
  if ('message' in sources) return sources;
  const rendering = render(sources.files, sources.scope);
  if (rendering.ok) return { ok: true, value: { commit: base.commit, rendering, notes: sources.notes } };
  const problem = `${base.commit.slice(0, 12)} has ${tallyOf(rendering.problems.filter(isError))}`;
  return lastGood(run, base, problem);
}

/** The maximum number of earlier versions to render in search of one without errors. */
const maxVersions = 20;

function lastGood(run: ActionRun, base: Base, problem: string): PastResult {
  const { history } = run.ports;
  const prints = new Set<string>();
  for (const commit of firstParents(run, base.commit)) {
    const print = history.sourcesFingerprint(commit, base.path, run.remote()) ?? '';
    if (prints.has(print)) continue;
    if (prints.size > maxVersions) break;
    prints.add(print);
    const sources = sourcesAt(run, { ...base, commit, environment: undefined });
    const rendering = 'message' in sources ? undefined : render(sources.files, sources.scope);
    if (!rendering?.ok) continue;
    const note = `${problem}, so this report compares the change with ${code(commit.slice(0, 12))}, the last earlier commit without errors.`;
    return { ok: true, value: { commit, rendering, notes: [note] } };
  }
  const hint = 'fix the errors in the base first, or set the input base to a commit without errors';
  return failure(`${problem}, and all earlier commits that were searched have errors too; ${hint}`);
}

type Sources =
  | {
      readonly files: readonly SourceFile[];
      /** The tenants to compare. */
      readonly scope: Scope;
      readonly notes: readonly string[];
    }
  | Failure;

interface FetchedBase extends Omit<Base, 'environment'> {
  /** Undefined if the commit is not fetched yet. */
  readonly environment: Base['environment'] | undefined;
}

function sourcesAt(run: ActionRun, base: FetchedBase): Sources {
  const { commit, path, environment } = base;
  const read = environment && run.ports.history.read(commit, path, environment);
  if (read && !read.ok && read.why === 'unreadable') return failure(`the base cannot be read: ${read.message}`);
  const files = read?.ok ? read.files : filesAt(run, commit, path);
  if ('message' in files) return files;
  return files.length > 0 ? { files, scope: {}, notes: [] } : elsewhere(run, base);
}

/** The tenants of the base in a directory that the change moves. Empty if the change moves no directory. */
function elsewhere(run: ActionRun, { commit, path }: FetchedBase): Sources {
  const { files, runner } = run.ports;
  const short = commit.slice(0, 12);
  const all = filesAt(run, commit, '.');
  if ('message' in all) return all;
  const missing = all.filter((file) => files.kindOf(file.path) === 'nothing');
  const moved = missing.filter((file) => tenantNames([file]).length > 0).map((file) => file.path);
  if (moved.length === 0) {
    runner.log(`everything counts as added, because ${commit} has no tenants below ${path}`);
    return {
      files: [],
      scope: {},
      notes: [`${code(short)} has no tenants below ${code(path)}: everything counts as added.`],
    };
  }
  const root = commonFolder(moved);
  if (root === '.')
    return failure(
      `${short} has no tenants below ${path}, and this change removes ${shortList(moved, 3)}: set the input base to the earlier directory, for example main:DIR`,
    );
  const remaining = tenantsOutside(run, path, root);
  const scope = remaining.size === 0 ? {} : { includes: (tenant: string) => !remaining.has(tenant) };
  const what = remaining.size === 0 ? 'The tenants move' : 'Tenants move';
  const notes = [`${what} from ${code(root)} to ${code(path)}.`];
  const earlier = filesAt(run, commit, root);
  return 'message' in earlier ? earlier : { files: earlier, scope, notes };
}

function filesAt(run: ActionRun, commit: string, path: string): readonly SourceFile[] | Failure {
  const revision = readCommit(run, commit, path);
  if (revision.ok) return revision.files;
  return revision.why === 'no-files' ? [] : failure(`the base cannot be read: ${revision.message}`);
}

function commonFolder(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  const length = first.findIndex((step, index) => rest.some((steps) => steps[index] !== step));
  return first.slice(0, length < 0 ? undefined : length).join('/') || '.';
}
