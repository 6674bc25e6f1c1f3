import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { type Command, peakMemory, run, runLessPreparation } from './process.ts';
import { interleave, type Samples } from './samples.ts';
import { tenantName, type Workload, writeRepository } from './workload.ts';

export interface Scale {
  readonly workload: Workload;
  readonly tenants: number;
  readonly objects: number;
  /** Milliseconds of the product and of the floor for each round. */
  readonly product: Samples;
  readonly floor: Samples;
  /** MiB. */
  readonly peak: number;
}

const cli = resolve('dist/leasehold.mjs');

/** Runs leasehold as a user does, in a repository. */
export function product(cwd: string, ...options: readonly string[]): Command {
  return { program: process.execPath, args: [cli, 'render', '--dir', 'tenants', ...options], cwd };
}

export function renderInto(cwd: string): Command {
  return product(cwd, '--out', 'rendered');
}

/** Milliseconds of a render to a fresh directory. */
export function timeFreshRender(cwd: string): number {
  return withoutOutput(join(cwd, 'rendered'), () => run(renderInto(cwd)).ms);
}

/** Measures repositories of several sizes, product and floor in turn, each with a fresh output directory. */
export function measureScales(
  root: string,
  workload: Workload,
  { sizes, rounds }: { readonly sizes: readonly number[]; readonly rounds: number },
): readonly Scale[] {
  const repositories = sizes.map((tenants) => prepare(join(root, `${tenants}`), workload, tenants));
  const tasks = repositories.flatMap(({ cwd, tenants }) => [
    [`product ${tenants}`, () => timeFreshRender(cwd)] as const,
    [`floor ${tenants}`, () => withoutOutput(join(cwd, 'copied'), () => runLessPreparation(floor(cwd)))] as const,
  ]);
  const samples = interleave(rounds, Object.fromEntries(tasks));
  return repositories.map(({ cwd, tenants, objects }) => ({
    workload,
    tenants,
    objects,
    product: samples[`product ${tenants}`] ?? [],
    floor: samples[`floor ${tenants}`] ?? [],
    peak: withoutOutput(join(cwd, 'rendered'), () => peakMemory(renderInto(cwd))),
  }));
}

interface Repository {
  readonly cwd: string;
  readonly tenants: number;
  readonly objects: number;
}

function prepare(cwd: string, workload: Workload, tenants: number): Repository {
  const names = Array.from({ length: tenants }, (_, index) => tenantName(index));
  writeRepository(cwd, workload, names);
  run(renderInto(cwd));
  const rendered = readOutput(join(cwd, 'rendered'));
  writeFileSync(join(cwd, 'pack.json'), pack(rendered));
  mkdirSync(join(cwd, 'copied'));
  run(floor(cwd));
  assert.equal(readOutput(join(cwd, 'copied')), rendered, 'the floor writes what the product writes');
  const objects = [...rendered.values()].reduce((sum, text) => sum + text.split('\n---\n').length - 1, 0);
  assert.ok(objects >= tenants, 'there are at least as many objects as tenants');
  return { cwd, tenants, objects };
}

function floor(cwd: string): Command {
  return { program: process.execPath, args: [resolve('bench/floor.mjs'), 'tenants', 'pack.json', 'copied'], cwd };
}

/** The text of every file below a directory, by relative path. */
export function readOutput(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

function pack(files: ReadonlyMap<string, string>): string {
  const list = [...files].map(([path, { length }]) => ({ path, length }));
  return JSON.stringify({ files: list, text: [...files.values()].join('') });
}

/** The measurement excludes the removal of the previous output. */
function withoutOutput(folder: string, measure: () => number): number {
  rmSync(folder, { recursive: true, force: true });
  return measure();
}
