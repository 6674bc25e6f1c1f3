import type { Report } from '../../../../core/problem/problem.ts';
import { cronError } from '../../../../kubernetes/cron.ts';
import { seconds } from '../../../../kubernetes/duration.ts';

export interface Timed {
  readonly schedule: string;
  readonly retention?: string | undefined;
}

/** Checks what backup and snapshot have in common. */
export function checkTimes(part: 'backup' | 'snapshot', { schedule, retention }: Timed, report: Report): void {
  const fault = cronError(schedule);
  if (fault) report(fault.code, ['spec', part, 'schedule'], fault.message, { fix: fault.fix });
  if (retention === undefined || seconds(retention) > 0) return;
  const message = `retention ${retention} would delete what was just made`;
  report('out-of-range', ['spec', part, 'retention'], message, { fix: 'leave it out to keep everything' });
}
