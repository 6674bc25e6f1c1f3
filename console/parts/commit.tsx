import { result } from '../app/client.ts';
import { requestUrl } from '../app/forge-link.ts';
import { isMember } from '../app/gateway.ts';
import { formatRoute } from '../app/route.ts';
import type { Commit } from '../data/snapshot.ts';

/** A link to the page about a commit. */
export function CommitLink({ commit }: { readonly commit: Commit }) {
  const { sha } = commit;
  if (isMember()) return <span class="sha">{sha.slice(0, 7)}</span>;
  return (
    <a class="sha" href={formatRoute({ steps: ['history'], params: { commit: sha } })}>
      {sha.slice(0, 7)}
    </a>
  );
}

/** The pull request that a commit names, as a link if the forge is known. */
export function RequestLink({ commit: { request } }: { readonly commit: Commit }) {
  const overview = result('overview', undefined).value;
  if (request === undefined) return null;
  const url = overview.state === 'ready' ? requestUrl(overview.value.editUrl, request) : undefined;
  if (url === undefined) return <span class="sha">{request}</span>;
  return (
    <a class="sha" href={url} target="_blank" rel="noreferrer">
      {request}
    </a>
  );
}
