import { texts } from '../app/texts.ts';
import type { Schedule, State } from '../model/hibernation.ts';

const day = 24 * 3_600_000;

/** An instant in the time zone of the browser. */
export function timeText(instant: number): string {
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
export function Week({ schedule, now }: { readonly schedule: Schedule; readonly now: number }) {
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
          <span key={one}>{String(one).padStart(2, '0')}:00</span>
        ))}
      </div>
      <ul class="legend" aria-hidden="true">
        {(['awake', 'asleep'] as const).map((state) => (
          <li key={state}>
            <span class={`swatch ${state}`} />
            {texts.hibernation[state]}
          </li>
        ))}
      </ul>
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
