import type { Report } from '../../../../core/problem/problem.ts';
import { type CronError, cronError } from '../../../../kubernetes/cron.ts';
import { seconds } from '../../../../kubernetes/duration.ts';

export interface ScheduledTask {
  readonly schedule: string;
  readonly retention?: string | undefined;
}

/** Kubernetes accepts an interval instead of a time, written as `@every` and a duration. */
function scheduleError(schedule: string): CronError | undefined {
  const text = schedule.trim();
  if (!/^@every(?: |$)/.test(text)) return fieldsError(text);
  const interval = /^@every ((?:[0-9]+(?:\.[0-9]+)?[smh])+)$/.exec(text)?.[1] ?? '';
  if (/[1-9]/.test(interval)) return undefined;
  const message = `schedule is ${text}; @every requires a duration above 0 in hours, minutes or seconds`;
  return { code: 'bad-format', message, fix: 'for example @every 1h30m' };
}

function fieldsError(text: string): CronError | undefined {
  const error = cronError(text);
  return error?.code === 'not-a-choice' ? { ...error, message: `${error.message}, or @every with a duration` } : error;
}

/** Checks schedule and retention of a backup or a snapshot. */
export function checkSchedule(
  part: 'backup' | 'snapshot',
  { schedule, retention }: ScheduledTask,
  report: Report,
): void {
  const problem = scheduleError(schedule);
  if (problem) report(problem.code, ['spec', part, 'schedule'], problem.message, { fix: problem.fix });
  if (!retention || seconds(retention) > 0) return;
  const message = `retention ${retention} would delete each ${part} immediately`;
  report('out-of-range', ['spec', part, 'retention'], message, { fix: `remove the field to keep all ${part}s` });
}
