import { isMapping, listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { longestPause } from '../../kubernetes/cron-pause.ts';
import { seconds } from '../../kubernetes/duration.ts';
import { loosened, type ObjectPair, type RiskFinding } from './change.ts';
import { isKnownKind } from './known-kinds.ts';
import { podSpecs } from './pod-specs.ts';

/** Finds backup jobs that delete backups earlier, or that no longer create them or create them less often. */
export function backups(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now } = pair;
  return old && now && !isKnownKind(id) ? controllerBackups(old, now) : backupJobs(pair);
}

/** The fields with which objects of other projects keep and create backups, such as those of Velero and CloudNativePG. */
const retention = [
  ['spec', 'ttl'],
  ['spec', 'template', 'ttl'],
  ['spec', 'backup', 'retentionPolicy'],
];
const pauses = ['paused', 'suspend', 'suspended'];

function controllerBackups(old: Tree, now: Tree): readonly RiskFinding[] {
  const isPaused = (tree: Tree) => pauses.some((field) => valueAt(tree, 'spec', field) === true);
  const isEarlier = retention.some((path) => isShorter(textAt(now, ...path), textAt(old, ...path)));
  const isRemoved = isMapping(valueAt(old, 'spec', 'backup')) && !isMapping(valueAt(now, 'spec', 'backup'));
  const [before, after] = [textAt(old, 'spec', 'schedule'), textAt(now, 'spec', 'schedule')];
  return [
    ...(isEarlier ? [earlier] : []),
    ...(isRemoved ? [loosened('no more backups are created')] : []),
    ...(isPaused(now) && !isPaused(old) ? [loosened('its controller no longer acts on it')] : []),
    ...(before !== '' && runsLessOften(before, after) ? [loosened('it might run less often')] : []),
  ];
}

const earlier: RiskFinding = { risk: 'data-loss', why: 'backups are deleted earlier' };

function isShorter(now: string, old: string): boolean {
  return now !== '' && old !== '' && seconds(now) < seconds(old);
}

function backupJobs({ id, old, now, tenants, context }: ObjectPair): readonly RiskFinding[] {
  if (id.kind !== 'CronJob' || !old || context.isRemovedTenant(tenants.old ?? '')) return [];
  const deletesMore = now !== undefined && [...ages.keys()].some((name) => ageIn(now, name) < ageIn(old, name));
  return [...(deletesMore ? [earlier] : []), ...(isBackup(old) && !isSuspended(old) ? fewerBackups(old, now) : [])];
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

/** Also true if the schedules differ and one of them cannot be parsed. */
function runsLessOften(before: string, after: string): boolean {
  if (before === after) return false;
  const [old, now] = [longestPause(before), longestPause(after)];
  return old === undefined || now === undefined || now > old;
}

/** The age in seconds at which a CronJob deletes backups. Without the variable, it deletes none, so the age is Infinity. */
function ageIn(cronJob: Tree, name: string): number {
  const containers = podSpecs(cronJob).flatMap((spec) => listAt(spec, 'containers'));
  const variables = containers.flatMap((container) => listAt(container, 'env'));
  const found = variables.find((variable) => textAt(variable, 'name') === name);
  return found === undefined ? Number.POSITIVE_INFINITY : (ages.get(name)?.(textAt(found, 'value')) ?? 0);
}
