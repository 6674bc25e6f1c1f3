import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { printable } from '../../shell/text.ts';
import { suite } from '../../test/harness.ts';
import { temporaryFolder } from '../temporary.ts';
import { contentsOf, differences, expectedContents } from './contents.ts';
import { type Delivered, deliverCorpus, sourcesOf } from './corpus.ts';
import { inLanes } from './lanes.ts';

const lanes = Array.from({ length: availableParallelism() });

suite('among the built programs,', (test) => {
  const valid = deliverCorpus().filter(({ delivery }) => delivery.ok);
  const workspace = writeWorkspace(valid);

  test('the command line writes the same bytes for every repository that renders', async () => {
    const out = temporaryFolder('leasehold-out-');
    await inLanes(valid, lanes, async ({ name, delivery }) => {
      const { code, stderr } = await run(workspace, 'leasehold.mjs', 'render', '--dir', name, '--out', join(out, name));
      assert.is(code, 0, `${name}\n${stderr}`);
      const printed = delivery.problems.map((problem) => `${printable(problem)}\n`).join('');
      assert.is(stderr.slice(0, printed.length), printed, name);
    });
    assert.equal(differences(contentsOf(out), expectedContents(valid)), []);
  });

  test('the plugin prints the same bytes for every repository that renders, or fails if there is no object', () =>
    inLanes(valid, lanes, async ({ name, delivery: { lines } }) => {
      const { code, stdout } = await run(join(workspace, name), 'leasehold-cmp.cjs', 'generate');
      assert.equal([code, stdout], [lines === '' ? 1 : 0, lines], name);
    }));
});

function writeWorkspace(repositories: readonly Delivered[]): string {
  const workspace = temporaryFolder('leasehold-corpus-');
  for (const [path, text] of Object.entries(sourcesOf(repositories))) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  return workspace;
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(cwd: string, program: string, ...args: readonly string[]): Promise<Ran> {
  const options = { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  return new Promise((done) => {
    const child = execFile(process.execPath, [resolve('dist', program), ...args], options, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
