import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { type Command, peakMemory, run } from './measure/process.ts';
import { interleave, median, ratio, type Samples } from './measure/samples.ts';
import { kleff, tenantName, writeDirectories, writeRepository } from './measure/workload.ts';
import { count, milliseconds, type Row } from './table.ts';

/** The limits for a call by Argo CD: multiples of Node's own start, milliseconds, MiB. */
const targets = { start: 2, thousand: 1000, memory: 120 } as const;
const { spec } = parse(readFileSync('plugin/plugin.yaml', 'utf8')) as {
  readonly spec: { readonly generate: { readonly command: readonly string[] } };
};
const [, ...words] = spec.generate.command;
const program = resolve('dist/leasehold-cmp.cjs');
/** The arguments of the command in plugin.yaml, with the path of the built program. */
const args = words.map((word) => (word === '/plugin/leasehold-cmp.cjs' ? program : word));
const rounds = 9;

/** Runs the plugin as Argo CD does: a new process for each render, in a repository of each size below the root. */
export function measurePlugin(root: string): readonly Row[] {
  const many = repository(root, 10_000);
  return [startRow(repository(root, 1)), ownDirectoryRow(root), oneOfManyRow(many), allRow(repository(root, 1000))];
}

function repository(root: string, tenants: number): string {
  const cwd = join(root, `${tenants}`);
  mkdirSync(cwd, { recursive: true });
  writeRepository(cwd, kleff, names(tenants));
  return cwd;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => tenantName(index));

function generate(cwd: string): Command {
  return { program: process.execPath, args, cwd };
}

const node = (cwd: string): Command => ({ program: process.execPath, args: ['-e', '0'], cwd });

function startRow(cwd: string): Row {
  const { product, reference } = interleave(rounds, {
    product: () => run(generate(cwd)).ms,
    reference: () => run(node(cwd)).ms,
  });
  const times = ratio(product, reference);
  return {
    ...row('Plugin: a repository of one tenant', product, `\`node -e 0\` ${milliseconds(reference)}`),
    ratio: `${times.toFixed(1)}×`,
    target: { text: `${targets.start}×`, met: times <= targets.start },
  };
}

/** The repository is in the directory of Argo CD's plugin server, so that the plugin finds the root of the repository. */
function ownDirectoryRow(root: string): Row {
  const repository = join(root, '_cmp_server', '10000');
  writeDirectories(repository, kleff, names(10_000));
  const cwd = join(repository, 'tenants', 'platform');
  const env = { ARGOCD_ENV_TENANT: tenantName(5000), ARGOCD_ENV_DIRECTORY: `../${tenantName(5000)}` };
  assert.ok(run(generate(cwd), env).stdout.includes(tenantName(5000)), 'the tenant is rendered');
  const { product, start } = interleave(rounds, {
    product: () => run(generate(cwd), env).ms,
    start: () => run(node(cwd)).ms,
  });
  const [times, peak] = [ratio(product, start), peakMemory(generate(cwd), env)];
  return {
    ...row('Plugin: one tenant of 10,000, its own directory read', product, `\`node -e 0\` ${milliseconds(start)}`),
    ratio: `${times.toFixed(1)}×`,
    peak: `${count(peak)} MiB`,
    target: { text: `${targets.start}×, ${targets.memory} MiB`, met: times <= targets.start && peak < targets.memory },
  };
}

function oneOfManyRow(cwd: string): Row {
  const env = { ARGOCD_ENV_TENANT: tenantName(5000) };
  assert.ok(run(generate(cwd), env).stdout.includes(tenantName(5000)), 'the tenant is rendered');
  const readAll = { program: process.execPath, args: [resolve('bench/read-all.mjs'), 'tenants'], cwd };
  const { product, reading, start } = interleave(rounds, {
    product: () => run(generate(cwd), env).ms,
    reading: () => run(readAll).ms,
    start: () => run(node(cwd)).ms,
  });
  const peak = peakMemory(generate(cwd), env);
  const starts = `${ratio(product, start).toFixed(1)}× \`node -e 0\``;
  return {
    ...row('Plugin: one tenant of 10,000, all files read', product, `reading the files ${milliseconds(reading)}`),
    ratio: `${ratio(product, reading).toFixed(1)}×, ${starts}`,
    peak: `${count(peak)} MiB`,
    target: { text: `${targets.memory} MiB`, met: peak < targets.memory },
  };
}

function allRow(cwd: string): Row {
  const { product } = interleave(rounds, { product: () => run(generate(cwd)).ms });
  return {
    ...row('Plugin: all of 1,000 tenants', product, ''),
    peak: `${count(peakMemory(generate(cwd)))} MiB`,
    target: { text: `${targets.thousand / 1000} s`, met: median(product) < targets.thousand },
  };
}

function row(what: string, product: Samples, reference: string): Row {
  return { what, product: milliseconds(product), reference, ratio: '' };
}
