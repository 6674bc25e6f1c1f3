import { relative } from 'node:path';
import * as assert from 'uvu/assert';
import { worldOf } from '../console/model/world.ts';
import type { Intent } from '../core/kind/capabilities.ts';
import { repositoryOf } from '../e2e/console/many-tenants.ts';
import { effectOf } from '../gateway/changes/effect.ts';
import { editsOf } from '../gateway/changes/expand-request.ts';
import { viewOf } from '../gateway/world/view.ts';
import { readTree } from '../io/read.ts';

/**
 * Measures the processor time of a preview in the gateway without HTTP, as an administrator: the best and the median of
 * several rounds after a warm-up. Each round previews another intent at the same commit.
 */
const rounds = 12;
const warmUps = 3;
const tenant = 'team-00500';
const intents: Readonly<Record<string, (round: number) => Intent>> = {
  'adds a namespace': (round) => ({ intent: 'add-namespace', tenant, name: `x${round}` }),
  'adds a member': (round) => ({
    intent: 'add-member',
    tenant,
    role: 'editor',
    kind: 'user',
    name: `x${round}@corp.io`,
  }),
  'puts a namespace to sleep': (round) => ({
    intent: 'sleep',
    namespace: `team-${String(round).padStart(5, '0')}-dev`,
  }),
};

console.log('| tenants | a preview that | best | median | memory |\n| --- | --- | --- | --- | --- |');
for (const tenants of [1000, 10_000]) {
  const root = repositoryOf(tenants);
  const files = readTree(root).map((file) => ({ ...file, path: relative(root, file.path) }));
  const view = viewOf('0'.repeat(40), worldOf(files));
  const person = { user: 'alex', groups: [], platformRoles: ['admin'] } as const;
  view.rows();
  for (const [what, intentOf] of Object.entries(intents)) {
    const times = Array.from({ length: warmUps + rounds }, (_, round) => {
      const start = process.cpuUsage();
      const { ok, changes } = effectOf(view, editsOf(view.world, intentOf(round), 'tenants'), person);
      const { user, system } = process.cpuUsage(start);
      assert.ok(ok && changes.length > 0, `the preview ${what}`);
      return (user + system) / 1000;
    });
    const [best = 0, median = 0] = at(times.slice(warmUps), [0, 0.5]);
    const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
    console.log(`| ${tenants} | ${what} | ${best.toFixed()} ms | ${median.toFixed()} ms | ${memory} MiB |`);
  }
}

function at(times: readonly number[], shares: readonly number[]): readonly number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return shares.map((share) => sorted[Math.floor(sorted.length * share)] ?? 0);
}
