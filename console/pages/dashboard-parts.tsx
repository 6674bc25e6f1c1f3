import { useMemo } from 'preact/hooks';
import { result } from '../app/client.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Schedule } from '../model/hibernation.ts';
import { Section } from '../parts/page.tsx';
import { DayChart } from './day-chart.tsx';
import { timeText } from './hibernation-week.tsx';

/** The cost of the last recorded days, if there is a recording. */
export function RecentCosts() {
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
export function NextSleep() {
  const now = useMemo(() => Math.floor(Date.now() / 60_000) * 60_000, []);
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
