import { formatId } from '../../kubernetes/object-id.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { type Commit, type Content, filesAt, type History, type StoredCommit } from '../data/snapshot.ts';
import { type BlamedLine, blame, type Version } from './blame.ts';

/** The origin of a line: a commit, an uncommitted change, or a commit older than those that were searched. */
export type LineSource = Commit | 'uncommitted' | 'older';

export interface LineView {
  readonly text: string;
  readonly from: LineSource;
}

/** The current files, which can have uncommitted changes; undefined for a page about a commit. */
type Current = readonly SourceFile[] | undefined;

interface Past {
  readonly history: History;
  /** The commit that the page shows; undefined for the current files. */
  readonly at: string | undefined;
  readonly current: Current;
}

/** The commit that last changed each line of a file. */
export function blameFile(path: string, past: Past): readonly LineView[] {
  const { contents } = past.history;
  const textOf = ({ files }: StoredCommit) => textIn(contents[files.find(([name]) => name === path)?.[1] ?? -1]);
  const file = past.current?.find((one) => one.path === path);
  return views(versionsOf(past, { textOf, currentText: file && textIn(file) }), past);
}

/** The time limit in milliseconds for rendering earlier commits. When it has passed, older commits are not searched. */
const timeLimit = 6000;

/**
 * The commit that last changed each line of a rendered object, regardless of the file, template or setting that caused the
 * change. Renders the tenant at each commit in turn.
 */
export function blameObject(key: string, tenant: string, past: Past): readonly LineView[] {
  const start = Date.now();
  const textIn = (files: readonly SourceFile[]) =>
    render(files, { tenant }).objects.find(({ id }) => formatId(id) === key)?.text;
  const textOf = (commit: StoredCommit) =>
    Date.now() - start > timeLimit ? stop : textIn(filesAt(past.history, commit));
  return views(versionsOf(past, { textOf, currentText: past.current && textIn(past.current) }), past);
}

const stop = Symbol('stop');

interface Texts {
  readonly textOf: (commit: StoredCommit) => string | typeof stop | undefined;
  readonly currentText: string | undefined;
}

type Found = Version<StoredCommit | 'uncommitted'>;

function* versionsOf({ history, at, current }: Past, { textOf, currentText }: Texts): Generator<Found> {
  if (current) yield { commit: 'uncommitted', text: currentText };
  const first = at === undefined ? 0 : history.commits.findIndex(({ sha }) => sha.startsWith(at));
  for (const commit of history.commits.slice(first)) {
    const text = textOf(commit);
    if (text === stop) return;
    yield { commit, text };
  }
}

function views(versions: Generator<Found>, { history }: Past): readonly LineView[] {
  const isFirst = ({ commit }: Found) =>
    history.commits.length === 0 || (history.isComplete && commit === history.commits.at(-1));
  return blame(versions, isFirst).map(({ text, commit }) => ({ text, from: sourceOf(commit) }));
}

function sourceOf(commit: BlamedLine<StoredCommit | 'uncommitted'>['commit']): LineSource {
  if (commit === undefined) return 'older';
  if (commit === 'uncommitted') return commit;
  const { files: _, ...facts } = commit;
  return facts;
}

function textIn(content: Content | undefined): string | undefined {
  return content && 'text' in content ? content.text : undefined;
}
