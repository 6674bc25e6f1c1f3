import { useMemo } from 'preact/hooks';
import { answer } from '../app/client.ts';
import { at } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Schedule, State } from '../model/hibernation.ts';
import { SourceLink } from '../parts/labels.tsx';
import { Empty, Page, Section, Show } from '../parts/page.tsx';

const hour = 3_600_000;
const day = 24 * hour;

/** When namespaces hibernate. */
export function HibernationPage() {
  const now = useMemo(() => Math.floor(Date.now() / 60_000) * 60_000, []);
  return (
    <Page title={texts.pages.hibernation} lead={texts.hibernation.lead}>
      <Show of={answer('schedules', at(), now).value}>
        {(schedules) =>
          schedules.length === 0 ? (
            <Empty title={texts.hibernation.empty} help={texts.hibernation.emptyHelp} />
          ) : (
            schedules.map((schedule) => <Card key={schedule.name} schedule={schedule} now={now} />)
          )
        }
      </Show>
    </Page>
  );
}

interface CardProps {
  readonly schedule: Schedule;
  readonly now: number;
}

function Card({ schedule, now }: CardProps) {
  const { hibernation } = texts;
  const isAsleep = schedule.now === 'asleep';
  return (
    <Section
      title={schedule.name}
      aside={
        <span class={`chip ${isAsleep ? 'plain' : 'good'}`}>
          {isAsleep ? hibernation.nowAsleep : hibernation.nowAwake}
        </span>
      }
    >
      <Facts schedule={schedule} />
      <h3>{hibernation.week}</h3>
      <Week schedule={schedule} now={now} />
      <h3>{hibernation.next}</h3>
      <ul class="list">
        {schedule.changes.slice(0, 4).map(({ at: instant, to }) => (
          <li key={instant}>
            <span class={`chip ${to === 'asleep' ? 'plain' : 'good'}`}>{hibernation.to[to]}</span>
            <time dateTime={new Date(instant).toISOString()}>{timeText(instant)}</time>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Facts({ schedule: { namespaces, sleep, wake, timeZone, source } }: { readonly schedule: Schedule }) {
  const { hibernation } = texts;
  return (
    <dl class="facts">
      <div>
        <dt>{texts.namespaces}</dt>
        <dd>{namespaces.join(', ') || hibernation.noNamespaces}</dd>
      </div>
      <div>
        <dt>{hibernation.sleep}</dt>
        <dd>{sleep === undefined ? hibernation.always : <code>{sleep}</code>}</dd>
      </div>
      <div>
        <dt>{hibernation.wake}</dt>
        <dd>{wake === undefined ? hibernation.never : <code>{wake}</code>}</dd>
      </div>
      <div>
        <dt>{hibernation.zone}</dt>
        <dd>{timeZone}</dd>
      </div>
      <div>
        <dt>{texts.source}</dt>
        <dd>
          <SourceLink source={source} />
        </dd>
      </div>
    </dl>
  );
}

function timeText(instant: number): string {
  return new Date(instant).toLocaleString('en', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly state: State;
}

/** One row for each day, from midnight to midnight in the time zone of the browser. */
function Week({ schedule, now }: CardProps) {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Array.from({ length: 7 }, (_, index) =>
    new Date(midnight).setDate(new Date(midnight).getDate() + index),
  );
  const spans = spansOf(schedule, midnight);
  return (
    <div class="week" role="img" aria-label={weekText(schedule)}>
      {days.map((start) => (
        <div key={start} class="week-day">
          <span>{new Date(start).toLocaleDateString('en', { weekday: 'short', day: 'numeric' })}</span>
          <svg viewBox="0 0 2400 100" preserveAspectRatio="none" aria-hidden="true">
            {spans.map((span) => (
              <DaySpan key={span.from} span={span} start={start} now={now} />
            ))}
          </svg>
        </div>
      ))}
      <div class="week-hours" aria-hidden="true">
        {[0, 6, 12, 18, 24].map((one) => (
          <span key={one}>{String(one).padStart(2, '0')}</span>
        ))}
      </div>
    </div>
  );
}

function DaySpan({ span, start, now }: { readonly span: Span; readonly start: number; readonly now: number }) {
  const [from, to] = [Math.max(span.from, start), Math.min(span.to, start + day)];
  if (from >= to) return null;
  const place = (instant: number) => ((instant - start) / day) * 2400;
  const isNow = now >= from && now < to;
  return (
    <rect
      class={`span ${span.state}${isNow ? ' now' : ''}`}
      x={place(from)}
      width={place(to) - place(from)}
      height="100"
    />
  );
}

function spansOf({ now: state, changes }: Schedule, start: number): readonly Span[] {
  const bounds = [{ at: start, to: state }, ...changes];
  return bounds.map(({ at: from, to }, index) => ({
    from,
    to: changes[index]?.at ?? from + 8 * day,
    state: to,
  }));
}

function weekText({ changes }: Schedule): string {
  const { to } = texts.hibernation;
  return changes.map((change) => `${to[change.to]}: ${timeText(change.at)}`).join('. ');
}
