import type { Report } from '../../../../core/problem/problem.ts';
import { cronError } from '../../../../kubernetes/cron.ts';
import { seconds } from '../../../../kubernetes/duration.ts';

export interface ScheduledTask {
  readonly schedule: string;
  readonly retention?: string | undefined;
}

/** Kubernetes accepts an interval instead of a time, written as `@every` and a duration. */
function isInterval(schedule: string): boolean {
  const interval = /^@every ((?:[0-9]+(?:\.[0-9]+)?[smh])+)$/.exec(schedule.trim())?.[1];
  return interval !== undefined && /[1-9]/.test(interval);
}

/** Checks schedule and retention of a backup or a snapshot. */
export function checkSchedule(
  part: 'backup' | 'snapshot',
  { schedule, retention }: ScheduledTask,
  report: Report,
): void {
  const problem = isInterval(schedule) ? undefined : cronError(schedule);
  if (problem) report(problem.code, ['spec', part, 'schedule'], problem.message, { fix: problem.fix });
  if (!retention || seconds(retention) > 0) return;
  const message = `retention ${retention} would delete each ${part} immediately`;
  report('out-of-range', ['spec', part, 'retention'], message, { fix: 'delete the field to keep everything' });
}
