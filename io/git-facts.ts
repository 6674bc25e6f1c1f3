import { git } from './git-process.ts';

/** The newest commit that two revisions have in common; undefined without one, or for an unknown revision. */
export function mergeBase(one: string, other: string): string | undefined {
  const found = git(['merge-base', '--end-of-options', one, other]);
  return found.ok ? found.out.toString().trim() : undefined;
}

/** The URL of the remote repository `origin`; undefined without one, or outside a repository. */
export function originOf(directory: string): string | undefined {
  const found = git(['-C', directory, 'remote', 'get-url', 'origin']);
  return found.ok ? found.out.toString().trim() : undefined;
}
