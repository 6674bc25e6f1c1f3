import { useSignal } from '@preact/signals';
import type { Problem } from '../../core/problem/problem.ts';
import { result } from '../app/client.ts';
import { printable } from '../app/printable.ts';
import { formatRoute } from '../app/route.ts';
import { at, goTo, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Commit } from '../data/snapshot.ts';
import { hasOnlyUnsafeChanges } from '../model/unsafe-changes.ts';
import { CommitItem } from '../parts/commit.tsx';
import { ChangeList } from '../parts/diff.tsx';
import { Choice, Filter, matches } from '../parts/field.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Empty, Page, Section, Show } from '../parts/page.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { dayText } from '../parts/time.tsx';

/** Commits, and the differences between the renders of two versions. */
export function HistoryPage() {
  return (
    <Page title={texts.pages.history} lead={texts.history.lead}>
      <Show of={result('commits').value}>
        {({ commits, isComplete }) =>
          commits.length === 0 ? (
            <Empty title={texts.history.empty} help={texts.history.emptyHelp} />
          ) : (
            <>
              <OfDay commits={commits} />
              <Comparison commits={commits} />
              <Commits commits={commits} />
              {!isComplete && <p class="quiet">{texts.history.incomplete}</p>}
            </>
          )
        }
      </Show>
    </Page>
  );
}

/** The repository at the end of a day. */
function OfDay({ commits }: { readonly commits: readonly Commit[] }) {
  const missing = useSignal(false);
  const show = (day: string) => {
    const end = new Date(`${day}T23:59:59.999`).getTime();
    const found = commits.find(({ date }) => Date.parse(date) <= end);
    missing.value = day !== '' && found === undefined;
    if (day !== '' && found) goTo(formatRoute({ steps: ['history'], params: { at: found.sha } }));
  };
  return (
    <div class="toolbar start">
      <label class="choice short">
        <span>{texts.history.day}</span>
        <input
          type="date"
          max={new Date().toISOString().slice(0, 10)}
          onChange={({ currentTarget }) => show(currentTarget.value)}
        />
      </label>
      {missing.value && <p role="alert">{texts.history.noDay}</p>}
    </div>
  );
}

function optionText({ sha, date, subject }: Commit): string {
  return `${sha.slice(0, 7)} · ${dayText(date)} · ${printable(subject).slice(0, 60)}`;
}

function Comparison({ commits }: { readonly commits: readonly Commit[] }) {
  const { base, head } = chosen(commits);
  const options = commits.map((commit) => ({ value: commit.sha, text: optionText(commit) }));
  const current = { value: '', text: texts.history.current };
  return (
    <Section title={texts.history.compare}>
      <div class="toolbar pad start pair">
        <Choice
          label={texts.history.from}
          value={base}
          options={[{ value: '', text: texts.history.noBase }, ...options]}
          onChange={(value) => replaceParams({ base: value, head, commit: '' })}
        />
        <Choice
          label={texts.history.to}
          value={head}
          options={[current, ...options]}
          onChange={(value) => replaceParams({ base, head: value, commit: '' })}
        />
      </div>
      {base === '' ? <p class="pad quiet">{texts.history.choose}</p> : <Compared base={base} head={head} />}
    </Section>
  );
}

interface Chosen {
  readonly base: string;
  readonly head: string;
}

/** The compared versions. A link to a commit compares the commit with the one before it. */
function chosen(commits: readonly Commit[]): Chosen {
  const { base = '', head = '', commit = '' } = route.value.params;
  const index = commits.findIndex(({ sha }) => commit !== '' && sha.startsWith(commit));
  if (base !== '' || index < 0) return { base, head };
  return { base: commits[index + 1]?.sha ?? '', head: commits[index]?.sha ?? '' };
}

function Compared({ base, head }: { readonly base: string; readonly head: string }) {
  return (
    <Show of={result('compare', base, head || undefined).value}>
      {({ ok, changes, problems, baseProblems }) => (
        <div class="pad">
          {!ok && <p class="notice bad">{brokenText([...baseProblems, ...problems])}</p>}
          {!ok && <ProblemList problems={[...baseProblems, ...problems]} />}
          {ok && changes.length === 0 && <Empty title={texts.diff.none} />}
          {changes.length > 0 && <ChangeList changes={changes} />}
        </div>
      )}
    </Show>
  );
}

function brokenText(problems: readonly Problem[]): string {
  return hasOnlyUnsafeChanges(problems) ? `${texts.unsafe}.` : texts.history.broken;
}

/**
 * The commits that match the filter. Each is compared with the commit before it, even if the filter hides that commit.
 */
function Commits({ commits }: { readonly commits: readonly Commit[] }) {
  const shown = at();
  const { q = '' } = route.value.params;
  const found = commits.filter(({ sha, subject, author }) => matches(q, sha, subject, author));
  const indexOf = new Map(commits.map(({ sha }, index) => [sha, index]));
  return (
    <>
      <div class="toolbar">
        <Filter
          label={texts.history.filter}
          placeholder={texts.history.placeholder}
          value={q}
          onInput={(text) => replaceParams({ q: text })}
        />
        <p class="quiet" role="status">
          {texts.count(found.length, 'commit', 'commits')}
        </p>
      </div>
      {found.length === 0 && <NoMatch />}
      <ol class="commits card">
        {found.map((commit) => {
          const isShown = shown !== undefined && commit.sha.startsWith(shown);
          const view = {
            href: formatRoute({ steps: [], params: { at: commit.sha } }),
            title: isShown ? texts.history.viewing : texts.history.view,
          };
          const parent = commits[(indexOf.get(commit.sha) ?? 0) + 1]?.sha;
          return <CommitItem key={commit.sha} commit={commit} parent={parent} view={view} isShown={isShown} />;
        })}
      </ol>
    </>
  );
}
