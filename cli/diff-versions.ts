import { defaultDirectory } from '../shell/default-directory.ts';
import type { Arguments } from './arguments.ts';
import type { Ports } from './ports.ts';
import { type NamedVersion, revisionOf, type Version, versionOf } from './version.ts';

export type VersionNames =
  | {
      readonly ok: true;
      readonly base: Version;
      readonly head: Version;
      readonly path: string;
      /** A note about the base, if neither the command line nor the configuration file specifies it. */
      readonly note: string | undefined;
    }
  | { readonly ok: false; readonly message: string };

/** The two versions that `diff` compares, and the directory of the tenants in a revision. */
export function readVersionNames(args: Arguments, ports: Ports): VersionNames {
  const range = readRange(args, ports);
  if (!range.ok) return range;
  const { base, head, note } = range;
  const own = head?.kind === 'directory' ? head.name : undefined;
  const path = (args.isStated('dir') ? args.text('dir') : own) ?? args.text('dir');
  const directory = path ?? defaultDirectory;
  if (directory === '-') return { ok: false, message: 'diff reads its base from Git, so --dir must be a directory' };
  return { ok: true, base, head: head ?? { kind: 'directory', name: directory }, path: directory, note };
}

type Range =
  | { readonly ok: true; readonly base: Version; readonly head: Version | undefined; readonly note?: string }
  | { readonly ok: false; readonly message: string };

/**
 * Reads `A..B`, `A...B`, BASE and HEAD, or only BASE. Without an argument, the base is that of --base or of the
 * configuration file or, without one, the merge base with the default branch.
 */
function readRange(args: Arguments, ports: Ports): Range {
  const [first = args.text('base'), head] = args.words;
  if (first === undefined) return defaultBase(ports);
  const [, start = '', dots, end = ''] = /^([^:]*?)(\.{2,3})([^./:][^:]*|)$/.exec(first) ?? [];
  if (dots === undefined || isPath(start) || isPath(end) || `${start}${end}` === '')
    return namedVersions(first, head, ports);
  if (head !== undefined) return { ok: false, message: `${first} already names both versions; remove ${head}` };
  const [left, right] = [start || 'HEAD', end || 'HEAD'];
  return dots === '..'
    ? { ok: true, base: revisionOf(left), head: revisionOf(right) }
    : sinceMergeBase(left, right, ports);
}

/** No revision starts with a dot or a slash, or ends with a slash. */
function isPath(name: string): boolean {
  return /^[./]|\/$/.test(name);
}

function namedVersions(first: string, second: string | undefined, ports: Ports): Range {
  const base = versionOf(first, ports);
  const head: NamedVersion | undefined = second === undefined ? undefined : versionOf(second, ports);
  if (!base.ok) return base;
  return head?.ok === false ? head : { ok: true, base: base.version, head: head?.version };
}

function sinceMergeBase(left: string, right: string, ports: Ports): Range {
  const common = ports.mergeBase(left, right);
  if (common === undefined)
    return {
      ok: false,
      message: `${left} and ${right} have no common commit in this clone, or one of them is not a revision; to compare them directly, use ${left}..${right}`,
    };
  return { ok: true, base: revisionOf(common), head: revisionOf(right) };
}

const defaultBranches = [
  'remotes/origin/HEAD',
  'remotes/origin/main',
  'remotes/origin/master',
  'heads/main',
  'heads/master',
];

function shortName(branch: string): string {
  return branch.slice(branch.indexOf('/') + 1);
}

/** Compares with the merge base of the checked-out commit and the default branch, as a pull request does. */
function defaultBase(ports: Ports): Range {
  for (const branch of defaultBranches) {
    // A short name could be that of a tag.
    const common = ports.mergeBase(`refs/${branch}`, 'HEAD');
    const note = `compared with ${shortName(branch)} at ${common?.slice(0, 12)}`;
    if (common !== undefined) return { ok: true, base: revisionOf(common), head: undefined, note };
  }
  const problem = ports.repositoryProblem();
  if (problem !== undefined)
    return {
      ok: false,
      message: `${problem}, so there is nothing to compare with; pass two directories, BASE and HEAD`,
    };
  const branches = defaultBranches.map(shortName).join(', ');
  const message = `no default branch to compare with: none of ${branches} exists and has a common commit with HEAD; pass BASE or, if this clone is shallow, fetch more of its history`;
  return { ok: false, message };
}
