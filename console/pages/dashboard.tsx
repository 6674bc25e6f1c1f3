import type { ComponentChildren } from 'preact';
import { result } from '../app/client.ts';
import { changes, isMember } from '../app/gateway.ts';
import { printable } from '../app/printable.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Counts, Overview } from '../model/overview.ts';
import { isUndecided } from '../model/submitted-changes.ts';
import { Icon } from '../parts/icon.tsx';
import { formatMoney } from '../parts/labels.tsx';
import { Empty, Page, Section, Show } from '../parts/page.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { Day } from '../parts/time.tsx';
import { lazy } from './lazy.tsx';

const Details = lazy(async () => (await import('./dashboard-parts.tsx')).Details);

/** The state of the repository, problems first. People who see only the names of tenants do not see the state. */
export function Dashboard() {
  return (
    <Page title={texts.pages.dashboard}>
      <Show of={result('overview', at()).value}>
        {(overview) => (
          <>
            <State overview={overview} />
            <Undecided />
            <Details />
          </>
        )}
      </Show>
    </Page>
  );
}

/** Changes that wait for a decision. */
function Undecided() {
  const open = changes.value.state === 'ready' ? changes.value.value.filter(isUndecided) : [];
  if (open.length === 0) return null;
  return (
    <Section title={texts.dashboard.undecided} aside={<a href={link(['changes'])}>{texts.changes.all}</a>}>
      <ul class="list">
        {open.slice(0, 5).map(({ id, title, user, state, createdAt }) => (
          <li key={id}>
            <a class="strong" href={link(['changes', id])}>
              {printable(title)}
            </a>
            <span class="chip plain">{texts.changes.states[state]}</span>
            <span class="quiet">
              {user} · <Day of={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function State({ overview }: { readonly overview: Overview }) {
  const { counts, problems } = overview;
  const hasState = !isMember() || (counts.files ?? 0) > 0;
  return (
    <>
      {hasState && <Health counts={counts} />}
      {problems.length > 0 && (
        <Section
          title={texts.dashboard.attention}
          aside={<a href={link(['problems'])}>{texts.dashboard.allProblems}</a>}
        >
          <ProblemList problems={problems.slice(0, 5)} />
        </Section>
      )}
      <Counters counts={counts} />
      {counts.tenants === 0 && counts.errors === 0 && !isMember() && (
        <Empty title={texts.dashboard.start} help={texts.tenants.emptyHelp}>
          <a class="button primary" href={link(['edit'], { new: 'tenant' })}>
            {texts.tenants.create}
          </a>
        </Empty>
      )}
      {counts.tenants === 0 && isMember() && <Empty title={texts.member.none} help={texts.member.noneHelp} />}
    </>
  );
}

function Health({ counts: { errors, warnings } }: { readonly counts: Counts }) {
  const tone = errors > 0 ? 'bad' : warnings > 0 ? 'warn' : 'good';
  const { dashboard } = texts;
  const { healthy, healthyHelp } = isMember() ? texts.member : dashboard;
  const title = { good: healthy, warn: dashboard.warned(warnings), bad: dashboard.broken(errors) }[tone];
  return (
    <div class={`health ${tone}`}>
      <span class="health-mark">
        <Icon name={tone === 'good' ? 'check' : 'problems'} />
      </span>
      <div>
        <p class="health-title">{title}</p>
        <p>{tone === 'bad' ? dashboard.brokenHelp : healthyHelp}</p>
      </div>
    </div>
  );
}

function Counters({ counts }: { readonly counts: Counts }) {
  const { tenants, namespaces, objects, files, ceiling } = counts;
  const stat = (number: number | undefined) => number?.toLocaleString('en') ?? '–';
  return (
    <dl class="stats">
      <Stat title={texts.pages.tenants} value={<a href={link(['tenants'])}>{stat(tenants)}</a>} />
      <Stat title={texts.namespaces} value={<a href={link(['namespaces'])}>{stat(namespaces)}</a>} />
      <Stat title={texts.objects} value={stat(objects)} />
      <Stat title={texts.dashboard.files} value={<a href={link(['files'])}>{stat(files)}</a>} />
      {ceiling && <Stat title={`${texts.ceiling} ${texts.perMonth}`} value={formatMoney(ceiling)} />}
    </dl>
  );
}

export function Stat({ title, value }: { readonly title: string; readonly value: ComponentChildren }) {
  return (
    <div class="stat">
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}
