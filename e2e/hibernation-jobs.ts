import * as assert from 'uvu/assert';
import type { ControlPlane } from './control-plane.ts';
import type { KubeObject } from './manifests.ts';
import { runJob } from './rendered-job.ts';

/** Runs the CronJob that puts workloads to sleep, or the one that wakes them up. */
export async function runCronJob(
  plane: ControlPlane,
  objects: readonly KubeObject[],
  action: 'sleep' | 'wake',
): Promise<void> {
  const { status, stderr } = await runJob(plane, { job: cronJobOf(objects, action), objects });
  assert.is(status, 0, stderr);
}

export function cronJobOf(objects: readonly KubeObject[], action: 'sleep' | 'wake'): KubeObject {
  const job = objects.find(({ kind, metadata }) => kind === 'CronJob' && metadata.name.endsWith(`-${action}`));
  assert.ok(job, `no CronJob to ${action}`);
  return job as KubeObject;
}

/** Runs the jobs that a change starts immediately. */
export async function runJobs(plane: ControlPlane, objects: readonly KubeObject[]): Promise<void> {
  for (const job of objects.filter(({ kind }) => kind === 'Job')) {
    const { status, stderr } = await runJob(plane, { job, objects });
    assert.is(status, 0, stderr);
  }
}
