import type { ComponentChildren } from 'preact';
import { result } from '../app/client.ts';
import { changes } from '../app/gateway.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Counts, Overview } from '../model/overview.ts';
import { isUndecided } from '../model/submitted-changes.ts';
import type { TenantRow } from '../model/tenant-rows.ts';
import { Icon } from '../parts/icon.tsx';
import { formatMoney, TenantLink } from '../parts/labels.tsx';
import { Page, Section, Show } from '../parts/page.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { lazy } from './lazy.tsx';

const RecentCosts = lazy(async () => (await import('./dashboard-parts.tsx')).RecentCosts);
const NextSleep = lazy(async () => (await import('./dashboard-parts.tsx')).NextSleep);

/** The state of the repository, problems first. */
export function Dashboard() {
  return (
    <Page title={texts.pages.dashboard}>
      <Show of={result('overview', at()).value}>{(overview) => <State overview={overview} />}</Show>
      <Undecided />
      <div class="two">
        <div>
          <RecentCosts />
          <Show of={result('tenants', at()).value}>{(rows) => <Largest rows={rows} />}</Show>
        </div>
        <div>
          <NextSleep />
          <Recent />
        </div>
      </div>
    </Page>
  );
}

/** Changes that somebody has to decide about. */
function Undecided() {
  const open = changes.value.state === 'ready' ? changes.value.value.filter(isUndecided) : [];
  if (open.length === 0) return null;
  return (
    <Section title={texts.dashboard.undecided} aside={<a href={link(['changes'])}>{texts.changes.all}</a>}>
      <ul class="list">
        {open.slice(0, 5).map(({ id, title, user, state, createdAt }) => (
          <li key={id}>
            <a class="strong" href={link(['changes', id])}>
              {title}
            </a>
            <span class="chip plain">{texts.changes.states[state]}</span>
            <span class="quiet">
              {user} · <time dateTime={createdAt}>{createdAt.slice(0, 10)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function State({ overview }: { readonly overview: Overview }) {
  const { counts, problems } = overview;
  return (
    <>
      <Health counts={counts} />
      {problems.length > 0 && (
        <Section
          title={texts.dashboard.attention}
          aside={<a href={link(['problems'])}>{texts.dashboard.allProblems}</a>}
        >
          <ProblemList problems={problems.slice(0, 5)} />
        </Section>
      )}
      <Counters counts={counts} />
    </>
  );
}

function Health({ counts: { errors, warnings } }: { readonly counts: Counts }) {
  const tone = errors > 0 ? 'bad' : warnings > 0 ? 'warn' : 'good';
  const { dashboard } = texts;
  const title = { good: dashboard.healthy, warn: dashboard.warned(warnings), bad: dashboard.broken(errors) }[tone];
  return (
    <div class={`health ${tone}`}>
      <span class="health-mark">
        <Icon name={tone === 'good' ? 'check' : 'problems'} />
      </span>
      <div>
        <p class="health-title">{title}</p>
        <p>{tone === 'bad' ? dashboard.brokenHelp : dashboard.healthyHelp}</p>
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

/** The tenants with the highest ceilings, as bars. */
function Largest({ rows }: { readonly rows: readonly TenantRow[] }) {
  const priced = rows.flatMap(({ name, ceiling }) => (ceiling ? [{ name, ceiling }] : []));
  const top = priced.sort((a, b) => b.ceiling.amount - a.ceiling.amount).slice(0, 6);
  const max = top[0]?.ceiling.amount ?? 1;
  if (top.length === 0) return null;
  return (
    <Section title={texts.dashboard.largest} aside={<a href={link(['cost'])}>{texts.pages.cost}</a>}>
      <ul class="bars">
        {top.map(({ name, ceiling }) => (
          <li key={name}>
            <TenantLink name={name} />
            <span class="money">{formatMoney(ceiling)}</span>
            <span class="bar" aria-hidden="true">
              <span style={{ width: `${(ceiling.amount / max) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Recent() {
  const commits = result('commits').value;
  if (commits.state !== 'ready' || commits.value.commits.length === 0) return null;
  return (
    <Section title={texts.dashboard.recent} aside={<a href={link(['history'])}>{texts.dashboard.allCommits}</a>}>
      <ul class="commits short">
        {commits.value.commits.slice(0, 6).map(({ sha, subject, author, date }) => (
          <li key={sha}>
            <a href={link(['history'], { base: sha })}>{subject}</a>
            <span class="quiet">
              {author} · <time dateTime={date}>{date.slice(0, 10)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
