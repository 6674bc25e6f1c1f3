import { type GitEnvironment, git } from './git-process.ts';

/**
 * The places of branches. A remote's branch comes first: `origin/main` means the branch `main` of the remote, although a checkout
 * of a pull request can create a branch `origin/main`, because its author chooses the name.
 */
const folders = ['refs/remotes/', 'refs/heads/'];

/**
 * The revision with the full name of a branch, if it starts with the name of one. Git itself prefers a tag with the same name,
 * so everyone who can push a tag could change what a branch name refers to.
 */
export function branchesFirst(revision: string, environment: GitEnvironment = {}): string {
  return fullName(revision, folders, environment) ?? revision;
}

/**
 * The commit of a revision that starts with HEAD, a full SHA, a full name such as `refs/tags/v1`, or the name of a branch, here
 * or at the remote `origin`. Undefined if there is none. A short name never refers to a tag.
 */
export function commitWithoutTags(revision: string): string | undefined {
  const full = fullName(revision, [...folders, 'refs/remotes/origin/']);
  const exact = full ?? (isExact(revision) ? revision : undefined);
  return exact === undefined ? undefined : commitIn(exact);
}

/**
 * The commit of a revision, as Git reads it; undefined if there is none. A full name such as `refs/heads/main` never refers to a
 * tag `refs/heads/main`, which Git uses if the branch does not exist.
 */
export function commitIn(revision: string, environment: GitEnvironment = {}): string | undefined {
  const name = startOf(revision);
  if (name.startsWith('refs/') && !exists(name, environment)) return undefined;
  const found = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], environment);
  return found.ok ? found.out.toString().trim() : undefined;
}

/**
 * A name of a revision that no other revision has: the full name of a branch, or a SHA. HEAD, a full SHA and a name that starts
 * with `refs/` are full names, whether or not they exist. Undefined if the revision does not exist.
 */
export function fullRevision(revision: string): string | undefined {
  if (isExact(revision)) return revision;
  const branch = fullName(revision, folders);
  const commit = commitIn(branch ?? revision);
  return commit && (branch ?? commit);
}

function fullName(revision: string, places: readonly string[], environment: GitEnvironment = {}): string | undefined {
  if (isExact(revision)) return undefined;
  const name = startOf(revision);
  const place = places.find((one) => exists(`${one}${name}`, environment));
  return place === undefined ? undefined : `${place}${revision}`;
}

function exists(name: string, environment: GitEnvironment): boolean {
  return git(['show-ref', '--verify', '--quiet', name], environment).ok;
}

function isExact(revision: string): boolean {
  return /^(?:HEAD|@|refs\/.*|[0-9a-f]{40}|[0-9a-f]{64})$/.test(startOf(revision));
}

/** The name at the start of a revision such as `main~2` or `main@{upstream}`. */
function startOf(revision: string): string {
  const end = revision.search(/[~^]|@\{/);
  return end < 0 ? revision : revision.slice(0, end);
}
