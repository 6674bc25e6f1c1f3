import type { Report } from '../../../../core/problem/problem.ts';
import { cronError } from '../../../../kubernetes/cron.ts';
import { seconds } from '../../../../kubernetes/duration.ts';

export interface ScheduledTask {
  readonly schedule: string;
  readonly retention?: string | undefined;
}

/** Checks schedule and retention of a backup or a snapshot. */
export function checkSchedule(
  part: 'backup' | 'snapshot',
  { schedule, retention }: ScheduledTask,
  report: Report,
): void {
  const fault = cronError(schedule);
  if (fault) report(fault.code, ['spec', part, 'schedule'], fault.message, { fix: fault.fix });
  if (retention === undefined || seconds(retention) > 0) return;
  const message = `retention ${retention} would delete what was just made`;
  report('out-of-range', ['spec', part, 'retention'], message, { fix: 'leave it out to keep everything' });
}
