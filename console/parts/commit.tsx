import { result } from '../app/client.ts';
import { requestUrl } from '../app/forge-link.ts';
import { isMember } from '../app/gateway.ts';
import { printable } from '../app/printable.ts';
import { formatRoute } from '../app/route.ts';
import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Commit } from '../data/snapshot.ts';
import { Instant } from './time.tsx';

/** The short SHA of a commit, as a link for a person who sees the whole repository. */
export function CommitLink({ commit }: { readonly commit: Commit }) {
  const { sha } = commit;
  if (isMember()) return <span class="sha">{sha.slice(0, 7)}</span>;
  return (
    <a class="sha" href={formatRoute({ steps: ['history'], params: { commit: sha } })}>
      {sha.slice(0, 7)}
    </a>
  );
}

/** The pull request in a commit message, as a link if the forge is known. */
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

interface ItemProps {
  readonly commit: Commit;
  /** The previous commit, for a comparison. */
  readonly parent: string | undefined;
  /** The page that shows the commit, and the name of the link to it. */
  readonly view: { readonly href: string; readonly title: string };
  readonly isShown?: boolean;
}

/** A commit in a list, with links to its comparison and to a page at the commit. */
export function CommitItem({ commit, parent, view, isShown = false }: ItemProps) {
  const subject = printable(commit.subject);
  return (
    <li aria-current={isShown ? 'true' : undefined}>
      <div>
        <p class="strong">{subject}</p>
        <p class="quiet">
          <CommitLink commit={commit} /> <RequestLink commit={commit} /> · {printable(commit.author)} ·{' '}
          <Instant of={commit.date} />
        </p>
      </div>
      <div class="actions">
        {parent !== undefined && (
          <a class="button small" href={link(['history'], { base: parent, head: commit.sha })}>
            {texts.history.compare}
            <span class="hidden"> {subject}</span>
          </a>
        )}
        <a class="button small" href={view.href}>
          {view.title}
          <span class="hidden"> {subject}</span>
        </a>
      </div>
    </li>
  );
}
