import type { ChangedLines } from '../io/git-history.ts';
import { code } from '../shell/markdown.ts';
import type { ActionRun } from './action-run.ts';

/** Markdown links to the GitHub server of the run. */
export interface Links {
  /** A file of the new version, at a line if given. */
  readonly file: (path: string, line?: number) => string;
  /** A file of the new version, at the first line that the change touches. */
  readonly change: (path: string) => string;
  readonly run: string;
}

/**
 * Links to the head commit of the pull request, because no branch contains the merge commit of the run. Without a pull
 * request, links to the checked-out commit.
 */
export function linksOf({ ports: { event, history } }: ActionRun, changed: ChangedLines = new Map()): Links {
  const root = `${event.serverUrl}/${event.repository}`;
  const { id, attempt } = event.run;
  const commit = event.pullRequest?.headSha || history.head() || 'HEAD';
  const file = (path: string, line?: number) => {
    const address = `${root}/blob/${commit}/${path.split('/').map(encodeStep).join('/')}`;
    const [name, anchor] = line === undefined ? [path, ''] : [`${path}:${line}`, `#L${line}`];
    return `[${code(name)}](${address}${anchor})`;
  };
  return {
    run: `[run ${id}](${root}/actions/runs/${id}/attempts/${attempt})`,
    file,
    change: (path) => file(path, changed.get(path)?.[0]?.[0]),
  };
}

/** Also encodes characters that could end the URL of a Markdown link. */
function encodeStep(step: string): string {
  return encodeURIComponent(step).replace(/[()']/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
