import { day, formatDay, formatInstant, hour, type Instant, monthStart } from './instant.ts';

/** The parts of a period, in UTC. A week begins on Monday. */
export type Step = 'hour' | 'day' | 'week' | 'month';

/** The start of the step that contains an instant. */
export function stepStart(step: Step, instant: Instant): Instant {
  if (step === 'hour') return Math.floor(instant / hour) * hour;
  if (step === 'month') return monthStart(instant, 0);
  const midnight = Math.floor(instant / day) * day;
  // 1 January 1970 was a Thursday.
  return step === 'day' ? midnight : midnight - ((midnight / day + 3) % 7) * day;
}

/** The start of the step after the one that contains an instant. */
export function nextStep(step: Step, instant: Instant): Instant {
  if (step === 'month') return monthStart(instant, 1);
  const length = { hour, day, week: 7 * day }[step];
  return stepStart(step, instant) + length;
}

/** `2026-06-01T13:00:00Z`, `2026-06-01`, the Monday of a week, or `2026-06`. */
export function stepName(step: Step, instant: Instant): string {
  const start = stepStart(step, instant);
  if (step === 'hour') return formatInstant(start);
  return step === 'month' ? formatDay(start).slice(0, 7) : formatDay(start);
}
