import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import { cronError } from '../../../kubernetes/cron.ts';
import { timeZoneError } from '../../../kubernetes/time-zones.ts';

type AppProject = NonNullable<NonNullable<Resource<'mto-extensions'>['body']['spec']['argoCD']>['appProject']>;

/** A sync window of Argo CD. */
export type SyncWindow = NonNullable<AppProject['syncWindows']>[number];

/**
 * Checks the rules of Argo CD's API server. A project applied with kubectl skips them, and then syncs of its Applications can
 * fail [sources: argocd-18, argocd-22, argocd-23].
 */
export function checkWindows(windows: readonly SyncWindow[], path: Path, report: Report): void {
  const known = new Map<string, number>();
  for (const [index, window] of windows.entries()) {
    const at = [...path, index];
    checkSchedule(window.schedule, [...at, 'schedule'], report);
    if (window.timeZone !== undefined) checkTimeZone(window.timeZone, [...at, 'timeZone'], report);
    checkSelectors(window, at, report);
    const own = JSON.stringify([window.kind, window.schedule, window.duration]);
    const first = known.get(own);
    const message = `syncWindows[${first}] has the same kind, schedule and duration, which Argo CD before version 3.2 rejects`;
    if (first === undefined) known.set(own, index);
    else
      report('conflicting-fields', at, message, {
        fix: 'combine them into one window, or write one duration differently, such as 60m instead of 1h',
      });
  }
}

/** Requires five fields as in a CronJob. Allows a time zone before them, but no macros such as @daily. */
function checkSchedule(schedule: string, path: Path, report: Report): void {
  const [prefix = '', zone] = /^(?:CRON_)?TZ=(\S+)\s+/.exec(schedule.trim()) ?? [];
  if (zone !== undefined) checkTimeZone(zone, path, report);
  const fields = schedule.trim().slice(prefix.length);
  if (fields.startsWith('@')) {
    const message = `schedule is ${fields}; the schedule of a sync window must have five fields`;
    report('bad-format', path, message, { fix: 'for example 0 22 * * *' });
    return;
  }
  const problem = cronError(fields);
  if (problem) report(problem.code, path, problem.message, { fix: problem.fix });
}

function checkTimeZone(name: string, path: Path, report: Report): void {
  const wrong = timeZoneError(name);
  if (wrong) report('bad-format', path, wrong.message, { fix: wrong.fix });
}

function checkSelectors({ applications, clusters, namespaces }: SyncWindow, path: Path, report: Report): void {
  if ([applications, clusters, namespaces].some((list) => list && list.length > 0)) return;
  const message = 'the window has no effect: it names no applications, namespaces or clusters';
  report('missing-field', path, message, { fix: 'for all Applications, add applications: ["*"]' });
}
