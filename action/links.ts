import type { ActionRun } from './action-run.ts';
import { code } from './markdown.ts';

/** Addresses on the GitHub server of the run, as Markdown. */
export interface Links {
  /** A file of the new version, at a line if one is given. */
  readonly file: (path: string, line?: number) => string;
  readonly run: string;
}

/** Links to the author's commit: nobody finds the merge commit, which GitHub makes for the run, in the history. */
export function linksOf({ ports: { event, history } }: ActionRun): Links {
  const root = `${event.serverUrl}/${event.repository}`;
  const { id, attempt } = event.run;
  const commit = event.pullRequest?.headSha || history.head() || 'HEAD';
  return {
    run: `[run ${id}](${root}/actions/runs/${id}/attempts/${attempt})`,
    file: (path, line) => {
      const address = `${root}/blob/${commit}/${path.split('/').map(encodeStep).join('/')}`;
      const [name, anchor] = line === undefined ? [path, ''] : [`${path}:${line}`, `#L${line}`];
      return `[${code(name)}](${address}${anchor})`;
    },
  };
}

/** Parentheses would end the address in Markdown. */
function encodeStep(step: string): string {
  return encodeURIComponent(step).replace(/[()']/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
