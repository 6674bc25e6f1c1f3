import { hibernationNamespace } from '../../core/settings/hibernation.ts';
import { textAt } from '../../data/tree.ts';
import type { Comparable } from './change.ts';
import { treeOf } from './tree.ts';

type Objects = ReadonlyMap<string, Comparable>;

/**
 * The earlier version of each new one-time Job, by the key of the new Job. The name of such a Job changes with its
 * content so that Argo CD runs it again.
 */
export function earlierJobs(before: Objects, after: Objects): ReadonlyMap<string, string> {
  const [old, now] = [oneTimeJobs(before, after), oneTimeJobs(after, before)];
  return new Map(now.flatMap((key, index) => (old[index] === undefined ? [] : [[key, old[index]]])));
}

/** The keys of one-time Jobs that only one side has. */
function oneTimeJobs(objects: Objects, others: Objects): readonly string[] {
  const jobs = [...objects].filter(([key, { id }]) => id.kind === 'Job' && !others.has(key));
  return jobs.filter(([, job]) => isOneTime(job)).map(([key]) => key);
}

/** True for Jobs of leasehold in the hibernation namespace. No tenant can have objects there. */
function isOneTime(job: Comparable): boolean {
  const label = textAt(treeOf(job), 'metadata', 'labels', 'app.kubernetes.io/component');
  return label === 'settle' && job.id.namespace === hibernationNamespace;
}
