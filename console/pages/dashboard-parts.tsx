import { useMemo } from 'preact/hooks';
import { result } from '../app/client.ts';
import { printable } from '../app/printable.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Schedule } from '../model/hibernation.ts';
import type { TenantRow } from '../model/tenant-rows.ts';
import { formatMoney, TenantLink } from '../parts/labels.tsx';
import { Section, Show } from '../parts/page.tsx';
import { Day } from '../parts/time.tsx';
import { DayChart } from './day-chart.tsx';
import { timeText } from './hibernation-week.tsx';

/** Costs, ceilings, schedules and commits. They appear together, so that nothing moves while they load. */
export function Details() {
  const now = useMemo(() => Math.floor(Date.now() / 60_000) * 60_000, []);
  const tenants = result('tenants', at()).value;
  const others = [result('recentCosts', at()), result('schedules', at(), now), result('commits')];
  if (others.some(({ value }) => value.state === 'loading')) return <Show of={{ state: 'loading' }}>{() => null}</Show>;
  return (
    <Show of={tenants}>
      {(rows) => (
        <div class="two">
          <div>
            <RecentCosts />
            <Largest rows={rows} />
          </div>
          <div>
            <NextSleep now={now} />
            <Recent />
          </div>
        </div>
      )}
    </Show>
  );
}

/** The cost of the last recorded days. Nothing without a bill. */
function RecentCosts() {
  const bill = result('recentCosts', at()).value;
  if (bill.state !== 'ready' || bill.value === undefined) return null;
  return (
    <Section title={texts.dashboard.costs} aside={<a href={link(['cost'])}>{texts.dashboard.allCosts}</a>}>
      {bill.value.sample !== undefined && <p class="pad quiet">{bill.value.sample}</p>}
      <DayChart bill={bill.value} />
    </Section>
  );
}

/** The next times at which namespaces fall asleep or wake up. */
function NextSleep({ now }: { readonly now: number }) {
  const schedules = result('schedules', at(), now).value;
  if (schedules.state !== 'ready' || schedules.value.length === 0) return null;
  return (
    <Section title={texts.dashboard.nextSleep} aside={<a href={link(['hibernation'])}>{texts.dashboard.schedules}</a>}>
      <ul class="list">
        {nextChanges(schedules.value).map(({ name, namespaces, instant, to }) => (
          <li key={`${name} ${instant}`}>
            <span class={`chip ${to === 'asleep' ? 'plain' : 'good'}`}>{texts.hibernation.to[to]}</span>
            <span class="strong">{name}</span>
            <span class="quiet">
              <time dateTime={new Date(instant).toISOString()}>{timeText(instant)}</time> ·{' '}
              {texts.count(namespaces.length, 'namespace', 'namespaces')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const maxShown = 4;

function nextChanges(schedules: readonly Schedule[]) {
  const all = schedules.flatMap(({ name, namespaces, changes }) =>
    changes.slice(0, maxShown).map(({ at: instant, to }) => ({ name, namespaces, instant, to })),
  );
  return all.sort((a, b) => a.instant - b.instant).slice(0, maxShown);
}

/** The tenants with the highest ceilings, as bars. */
function Largest({ rows }: { readonly rows: readonly TenantRow[] }) {
  const priced = rows.flatMap(({ name, ceiling }) => (ceiling ? [{ name, ceiling }] : []));
  const top = priced.sort((a, b) => b.ceiling.amount - a.ceiling.amount).slice(0, 6);
  const max = top[0]?.ceiling.amount ?? 1;
  if (top.length === 0) return null;
  return (
    <Section
      title={texts.dashboard.largest}
      aside={<a href={link(['tenants'], { sort: '-ceiling' })}>{texts.dashboard.allTenants}</a>}
    >
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
            <a href={link(['history'], { commit: sha })}>{printable(subject)}</a>
            <span class="quiet">
              {printable(author)} · <Day of={date} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
