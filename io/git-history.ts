import { addToGroup } from '../data/group-by.ts';
import { inCheckoutOf } from './checkout-root.ts';
import { type GitEnvironment, git, gitWithin } from './git-process.ts';
import { commitIn } from './git-revision.ts';

/** The checked-out commit; undefined without one. */
export function headCommit(): string | undefined {
  return commitIn('HEAD');
}

/** True if the checked-out commit contains a file or directory at a path relative to the working directory. */
export function hasFile(path: string): boolean {
  const listed = git(['--literal-pathspecs', 'ls-tree', '-z', 'HEAD', '--', path]);
  return listed.ok && listed.out.length > 0;
}

/** Why git cannot use the working directory as a repository; empty if it can. */
export function accessProblem(): string {
  const found = git(['rev-parse', '--git-dir']);
  return found.ok ? '' : found.message;
}

/** True for a clone that fetches file contents only when git reads them, like a sparse checkout on GitHub. */
export function isPartialClone(): boolean {
  return git(['config', '--get-regexp', '^remote\\..*\\.promisor$']).ok;
}

/** The parents of a commit, including those missing in a shallow clone. */
export function parentsOf(commit: string, environment: GitEnvironment = {}): readonly string[] {
  const raw = git(['cat-file', 'commit', commit], environment);
  const head = raw.ok ? (raw.out.toString().split('\n\n')[0] ?? '') : '';
  return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent]) => parent as string);
}

/** A commit and its first-parent ancestors, newest first, at most `limit`, as far as the history is present. */
export function firstParents(commit: string, limit: number, environment: GitEnvironment): readonly string[] {
  const listed = git(['rev-list', '--first-parent', `--max-count=${limit}`, commit, '--'], environment);
  return listed.ok ? listed.out.toString().trim().split('\n') : [commit];
}

/** The root of the repository that a directory is in; undefined outside a repository. */
export function rootOf(directory: string): string | undefined {
  const root = git([...inCheckoutOf(directory), 'rev-parse', '--show-toplevel']);
  return root.ok ? root.out.toString().trim() : undefined;
}

/** Argo CD's metadata of a revision. */
export interface CommitMetadata {
  /** `Name <address>` */
  readonly author: string;
  /** RFC 3339, in UTC. Undefined if the author of the commit set a date outside the range of JavaScript. */
  readonly date: string | undefined;
  readonly message: string;
}

/** `repository` are arguments of git that select one. */
export function commitMetadata(
  commit: string,
  repository: readonly string[] = [],
  environment: GitEnvironment = {},
): CommitMetadata | undefined {
  const options = ['--no-patch', '--no-show-signature', '--format=%an <%ae>%n%at%n%B'];
  const shown = git([...repository, 'show', ...options, commit, '--'], environment);
  if (!shown.ok) return undefined;
  const [author = '', seconds = '0', ...message] = shown.out.toString().split('\n');
  return { author, date: utcTime(Number(seconds)), message: message.join('\n').trim() };
}

function utcTime(seconds: number): string | undefined {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
}

/** Added and changed lines by file: ranges of first and last line, from 1. */
export type ChangedLines = ReadonlyMap<string, readonly (readonly [number, number])[]>;

export interface CommitRange {
  readonly base: string;
  readonly head: string;
}

/** In milliseconds. The time of git grows faster than the number of lines that differ. */
const longestDiff = 5000;

/**
 * The changed lines of input files below a path; none if git takes too long. Runs no diff program that the repository
 * configures.
 */
export function changedLines(
  { base, head }: CommitRange,
  path: string,
  environment: GitEnvironment = {},
  limit: number = longestDiff,
): ChangedLines {
  const options = ['--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--no-prefix'];
  const inside = path === '.' ? '' : `${literalPattern(path)}/`;
  const paths = ['yaml', 'yml', 'json'].map((type) => `${inside}*.${type}`);
  const args = ['-c', 'core.quotePath=false', 'diff', ...options, base, head, '--', ...paths];
  const diff = gitWithin(limit, args, environment);
  return diff?.ok ? readHunks(diff.out.toString()) : new Map();
}

/** The pattern that matches only this path: in a path, git reads some characters as wildcards, and a colon as a keyword. */
function literalPattern(path: string): string {
  return path.replaceAll(/[\\*?[\]:]/g, '\\$&');
}

/** The paths of all files that differ between two commits, in the whole repository. Undefined if git cannot compare them. */
export function changedFiles(
  { base, head }: CommitRange,
  environment: GitEnvironment = {},
): readonly string[] | undefined {
  const diff = git(['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, head, '--'], environment);
  return diff.ok
    ? diff.out
        .toString()
        .split('\0')
        .filter((path) => path !== '')
    : undefined;
}

/** Reads the new side of a unified diff without context. */
export function readHunks(diff: string): ChangedLines {
  const lines = new Map<string, (readonly [number, number])[]>();
  let file: string | undefined;
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = unquoted(line.slice(4).replace(/\t$/, ''));
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk || file === undefined || hunk[2] === '0') continue;
    const first = Number(hunk[1]);
    addToGroup(lines, file, [first, first + Number(hunk[2] ?? 1) - 1]);
  }
  return lines;
}

/** Git writes a path with a quotation mark, a backslash or a control character as a string of C. */
function unquoted(path: string): string {
  if (!path.startsWith('"')) return path;
  const letters = new Map([...'abtnvfr'].map((letter, index) => [letter, String.fromCharCode(7 + index)]));
  return path
    .slice(1, -1)
    .replace(/\\(?:([0-7]{3})|(.))/g, (_, octal, one) =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (letters.get(one) ?? one),
    );
}
