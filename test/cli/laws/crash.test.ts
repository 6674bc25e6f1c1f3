import { spawn as start } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../../io/output.ts';
import { suite } from '../../harness.ts';
import { atLeast, runs } from '../../runs.ts';
import { contents, inSandbox, kleffTenant, program, type Sandbox, spawn } from '../sandbox.ts';

type Texts = Readonly<Record<string, string>>;

interface States {
  readonly old: Texts;
  readonly now: Texts;
}

/**
 * Creates two versions of the tenants and renders each. Returns the rendered files.
 */
async function prepare({ write, remove, path, cli }: Sandbox, tenants: number): Promise<States> {
  for (let index = 0; index < tenants; index++) write(`old/t${index}.yaml`, kleffTenant(`t${index}`));
  cpSync(path('old'), path('now'), { recursive: true });
  const fifth = Math.ceil(tenants / 5);
  for (let index = 0; index < fifth; index++) {
    remove(`now/t${index}.yaml`);
    write(`now/t${index + fifth}.yaml`, kleffTenant(`t${index + fifth}`, 'pro'));
    write(`now/new${index}.yaml`, kleffTenant(`new${index}`));
  }
  const rendered = async (version: string) => {
    assert.is((await cli('render', '--dir', version, '--out', `out-${version}`)).code, 0);
    return contents(path(`out-${version}`));
  };
  return { now: await rendered('now'), old: await rendered('old') };
}

/**
 * The invariants after any crash: all files are complete, foreign files are unchanged, and either render repairs the
 * rest.
 */
function assertInvariants(sandbox: Sandbox, { old, now }: States): void {
  const { path } = sandbox;
  const journal = (JSON.parse(readFileSync(path('out/.leasehold.json'), 'utf8')) as { pending?: object }).pending;
  const seen = visible(contents(path('out')));
  for (const [name, text] of Object.entries(seen))
    assert.ok(text === old[name] || text === now[name], `${name} is half-written`);
  if (!journal)
    assert.ok(
      same(seen, visible(old)) || same(seen, visible(now)),
      'without a journal the set is the old or the new one',
    );
  cpSync(path('out'), path('again'), { recursive: true });
  for (const [dir, expected] of [
    ['out', now],
    ['again', old],
  ] as const) {
    const files = Object.entries(visible(expected)).map(([name, text]) => ({ path: name, text }));
    const outcome = writeOutput({ dir: path(dir), files, tenant: null, onFile: () => {} });
    assert.ok(outcome.ok && outcome.edited.length === 0, JSON.stringify(outcome));
    assert.is(readFileSync(path(dir, 'foreign.txt'), 'utf8'), 'mine\n');
    const { 'foreign.txt': _, ...rest } = contents(path(dir));
    assert.equal(rest, expected);
  }
  sandbox.remove('again');
}

function visible(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).filter(([name]) => !name.startsWith('.leasehold') && name !== 'foreign.txt'),
  );
}

function same(a: Texts, b: Texts): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function restore({ path, remove, write }: Sandbox): void {
  remove('out');
  cpSync(path('out-old'), path('out'), { recursive: true });
  write('out/foreign.txt', 'mine\n');
}

const rounds = runs(3);
/** The interval between the steps at which a render is killed. */
const stride = atLeast(4, 1);

suite('law: a render that is killed', (test) => {
  test('at any of its steps leaves files that the next render completes', () =>
    inSandbox(async (sandbox) => {
      const states = await prepare(sandbox, 4);
      const hook = resolve('test/cli/crash-hook.mjs');
      let step = 0;
      for (let killed = true; killed; step += stride) {
        restore(sandbox);
        const argv = ['--import', hook, program, 'render', '--dir', 'now', '--out', 'out'];
        killed = spawn(process.execPath, argv, sandbox.root, { CRASH_BEFORE: String(step) }).code === null;
        assertInvariants(sandbox, states);
      }
      assert.ok(step > 15, `the render has fewer than ${step} steps`);
    }));

  test('at any time in a large repository leaves files that the next render completes', () =>
    inSandbox(async (sandbox) => {
      const states = await prepare(sandbox, atLeast(60, 150));
      const began = performance.now();
      restore(sandbox);
      assert.is(spawn(process.execPath, [program, 'render', '--dir', 'now', '--out', 'out'], sandbox.root).code, 0);
      const whole = performance.now() - began;
      for (let round = 0; round < rounds; round++) {
        restore(sandbox);
        await killAfter(sandbox, whole * (0.3 + (0.7 * round) / rounds));
        assertInvariants(sandbox, states);
      }
      assert.not(existsSync(sandbox.path('again')));
    }));
});

function killAfter({ root }: Sandbox, milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const child = start(process.execPath, [program, 'render', '--dir', 'now', '--out', 'out'], {
      cwd: root,
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    child.on('exit', () => {
      clearTimeout(timer);
      done();
    });
  });
}
