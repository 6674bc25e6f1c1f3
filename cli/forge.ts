import type { Repository } from '../io/repository.ts';

/**
 * The URL of the forge's edit page, without the path of the file. Undefined if the forge is unknown, or if there is no branch
 * or origin.
 */
export function editUrlOf({ origin, branch }: Pick<Repository, 'origin' | 'branch'>): string | undefined {
  const place = origin === undefined ? undefined : placeOf(origin);
  if (!place || branch === undefined) return undefined;
  const page = pageOf(place.host);
  return page && `https://${place.host}/${place.path}/${page}/${encodeURI(branch)}/`;
}

/** Detects the forge from the hostname, because self-hosted servers are usually named after the product. */
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
