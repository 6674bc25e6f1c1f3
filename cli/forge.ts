import type { Repository } from '../io/repository.ts';

/**
 * The start of the URL of the page that edits a file. Undefined for a forge with an unknown URL, and without a branch
 * or an origin.
 */
export function editUrlOf({ origin, branch }: Pick<Repository, 'origin' | 'branch'>): string | undefined {
  const place = origin === undefined ? undefined : placeOf(origin);
  if (!place || branch === undefined) return undefined;
  const page = pageOf(place.host);
  return page && `https://${place.host}/${place.path}/${page}/${encodeURI(branch)}/`;
}

/** Detects the forge from the hostname, because organizations usually name their own servers after it. */
function pageOf(host: string): string | undefined {
  if (/(?:^|\.)github\./.test(host)) return 'edit';
  if (/(?:^|\.)gitlab\./.test(host)) return '-/edit';
  return /(?:^|\.)(?:gitea|forgejo)\.|^codeberg\.org$/.test(host) ? '_edit' : undefined;
}

/** The host and path of a remote repository. Omits user names and passwords. */
function placeOf(origin: string): { readonly host: string; readonly path: string } | undefined {
  const found =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/([\w./~-]+?)(?:\.git)?\/?$/.exec(origin) ??
    /^(?:[\w.-]+@)([\w.-]+):([\w./~-]+?)(?:\.git)?\/?$/.exec(origin);
  const [, host, path] = found ?? [];
  return host === undefined || path === undefined ? undefined : { host, path };
}
