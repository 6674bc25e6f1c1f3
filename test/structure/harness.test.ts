import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { inSandbox } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { runInProcesses } from '../processes.ts';
import type { Tally } from '../tally.ts';

/** Test files that pass, fail, or end their process. */
const bodies = {
  'dies.test.ts': "test('dies', () => { console.log('last words'); process.kill(process.pid, 'SIGKILL'); });",
  'exits.test.ts': "test('exits', () => process.exit(0));",
  'fails.test.ts': "test('passes', () => {}); test('fails', () => { throw new Error('the reason'); });",
  'passes.test.ts': "test('passes', () => {});",
  'throws.test.ts': "throw new Error('nobody catches');",
};

suite('the harness', (test) => {
  test('runs files in processes, and counts a process that exits as a failure', async () => {
    const { counts, said } = await runFiles(bodies, { processes: 2, limit: 900 });
    assert.equal(counts, { passed: 2, failed: 4 }, said);
    for (const word of ['last words', 'dies.test.ts ended', 'exits.test.ts ended', 'the reason', 'nobody catches'])
      assert.ok(said.includes(word), word);
  });

  test('ends a file at the time limit, and counts it as a failure', async () => {
    const hangs = "test('hangs', () => new Promise((done) => setTimeout(done, 3_600_000)));";
    const { counts, said } = await runFiles({ 'hangs.test.ts': hangs }, { processes: 1, limit: 1 });
    assert.equal(counts, { passed: 0, failed: 1 }, said);
    assert.ok(said.includes('hangs.test.ts took longer than 1 s'), said);
  });
});

interface Options {
  readonly processes: number;
  readonly limit: number;
}

function runFiles(
  tests: Readonly<Record<string, string>>,
  { processes, limit }: Options,
): Promise<{ counts: Tally; said: string }> {
  return inSandbox(async ({ write, path }) => {
    write('package.json', '{"type": "module"}');
    const harness = JSON.stringify(resolve('test/harness.ts'));
    for (const [name, body] of Object.entries(tests))
      write(name, `import { suite } from ${harness};\nsuite('s', (test) => { ${body} });\n`);
    const files = Object.keys(tests).map((name) => ({ name, file: path(name) }));
    const said: string[] = [];
    const counts = await runInProcesses([{ files, processes }], { say: (text) => said.push(text), limit });
    return { counts, said: said.join('') };
  });
}
