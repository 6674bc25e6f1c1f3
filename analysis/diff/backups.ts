import { listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { longestPause } from '../../kubernetes/cron-pause.ts';
import { seconds } from '../../kubernetes/duration.ts';
import { loosened, type ObjectPair, type RiskFinding } from './change.ts';
import { podSpecs } from './pod-specs.ts';

/** Finds backup jobs that delete backups earlier, or that no longer create them or create them less often. */
export function backups({ id, old, now, tenants, context }: ObjectPair): readonly RiskFinding[] {
  if (id.kind !== 'CronJob' || !old || context.isRemovedTenant(tenants.old ?? '')) return [];
  const deletesMore = now !== undefined && [...ages.keys()].some((name) => ageIn(now, name) < ageIn(old, name));
  return [
    ...(deletesMore ? [{ risk: 'data-loss', why: 'backups are deleted earlier' } as const] : []),
    ...(isBackup(old) && !isSuspended(old) ? fewerBackups(old, now) : []),
  ];
}

/** The variables that set the age at which the backup jobs of leasehold delete a dump or a snapshot. */
const ages: ReadonlyMap<string, (value: string) => number> = new Map([
  ['RETENTION', seconds],
  ['RETENTION_SECONDS', Number],
]);

/** The components of leasehold's backup jobs. A job that keeps its backups forever has no variable with an age. */
const components = ['backup', 'snapshot'];

function isBackup(cronJob: Tree): boolean {
  const component = textAt(cronJob, 'metadata', 'labels', 'app.kubernetes.io/component');
  const deletes = [...ages.keys()].some((name) => ageIn(cronJob, name) < Number.POSITIVE_INFINITY);
  return deletes || components.includes(component);
}

function isSuspended(cronJob: Tree): boolean {
  return valueAt(cronJob, 'spec', 'suspend') === true;
}

function fewerBackups(old: Tree, now: Tree | undefined): readonly RiskFinding[] {
  if (!now || isSuspended(now)) return [loosened('no more backups are created')];
  const [before, after] = [textAt(old, 'spec', 'schedule'), textAt(now, 'spec', 'schedule')];
  return runsLessOften(before, after) ? [loosened('backups are created less often')] : [];
}

/** True also if the schedules are different and one of them cannot be read. */
function runsLessOften(before: string, after: string): boolean {
  if (before === after) return false;
  const [old, now] = [longestPause(before), longestPause(after)];
  return old === undefined || now === undefined || now > old;
}

/** The age in seconds at which a CronJob deletes backups. A job without the variable deletes none. */
function ageIn(cronJob: Tree, name: string): number {
  const containers = podSpecs(cronJob).flatMap((spec) => listAt(spec, 'containers'));
  const variables = containers.flatMap((container) => listAt(container, 'env'));
  const found = variables.find((variable) => textAt(variable, 'name') === name);
  return found === undefined ? Number.POSITIVE_INFINITY : (ages.get(name)?.(textAt(found, 'value')) ?? 0);
}
