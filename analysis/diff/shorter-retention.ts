import { listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { seconds } from '../../kubernetes/duration.ts';
import { podSpecs } from './pod-specs.ts';

/** The variables that set the age at which the backup jobs of leasehold delete a dump or a snapshot. */
const ages: ReadonlyMap<string, (value: string) => number> = new Map([
  ['RETENTION', seconds],
  ['RETENTION_SECONDS', Number],
]);

/** Whether a CronJob deletes backups that it would have kept before. A job without the variable deletes none. */
export function deletesMoreBackups(kind: string, old: Tree, now: Tree): boolean {
  return kind === 'CronJob' && [...ages.keys()].some((name) => ageIn(now, name) < ageIn(old, name));
}

/** Whether a CronJob no longer creates backups. */
export function stopsBackups(kind: string, old: Tree, now: Tree): boolean {
  const isSuspended = (tree: Tree) => valueAt(tree, 'spec', 'suspend') === true;
  const isBackup = [...ages.keys()].some((name) => ageIn(old, name) < Number.POSITIVE_INFINITY);
  return kind === 'CronJob' && isBackup && isSuspended(now) && !isSuspended(old);
}

function ageIn(cronJob: Tree, name: string): number {
  const containers = podSpecs(cronJob).flatMap((spec) => listAt(spec, 'containers'));
  const variables = containers.flatMap((container) => listAt(container, 'env'));
  const found = variables.find((variable) => textAt(variable, 'name') === name);
  return found === undefined ? Number.POSITIVE_INFINITY : (ages.get(name)?.(textAt(found, 'value')) ?? 0);
}
