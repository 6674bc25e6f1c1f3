import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../manifests.ts';
import type { Secrets } from './programs.ts';
import { podOf } from './rendered-pod.ts';

interface Surroundings {
  readonly objects: readonly KubeObject[];
  readonly secrets: Secrets;
  /** The port of PostgreSQL. */
  readonly database: number;
}

/** Runs the rendered init container of a program twice. It creates the role and the database of the program. */
export async function createDatabase(name: string, { objects, secrets, database }: Surroundings): Promise<void> {
  const pod = await podOf(name, { objects, secrets, list: 'initContainers' });
  const [shell = '', ...args] = pod.command;
  const env = { ...process.env, ...pod.env, PGHOST: '127.0.0.1', PGPORT: String(database) };
  for (const _ of [1, 2]) {
    const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8', env });
    assert.is(status, 0, stderr);
  }
}
