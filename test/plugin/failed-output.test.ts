import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { nodePorts } from '../../plugin/node-ports.ts';
import { run } from '../../plugin/run.ts';
import { spawn } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { tenant, withSandbox } from './sandbox.ts';

const files = { 'app/tenants/acme.yaml': tenant('acme') };
const program = resolve('dist/leasehold-cmp.cjs');

/** The error for an output whose file or pipe fails with a code of the operating system. */
async function errorAfter(code: string): Promise<string> {
  let stderr = '';
  const ports = {
    ...nodePorts(),
    stdout: () => Promise.reject(Object.assign(new Error('write'), { code })),
    stderr: (text: string) => {
      stderr += text;
    },
  };
  assert.is(await run({ argv: ['--version'], env: {}, cwd: '.' }, ports), 1);
  return stderr;
}

suite('the output of the plugin', (test) => {
  test('that cannot be written completely for a known reason is an error with a fix, not a bug report', async () => {
    const partial = 'only part of the manifests was written';
    assert.is(await errorAfter('ENOSPC'), `${partial} (ENOSPC); free space on the disk of the output\n`);
    assert.is(await errorAfter('EFBIG'), `${partial} (EFBIG); allow larger files, or write the output to a pipe\n`);
    assert.is(await errorAfter('EDQUOT'), `${partial} (EDQUOT); raise the disk quota of the output\n`);
    assert.match(await errorAfter('EIO'), /^internal error in leasehold .* \(Error EIO\)/);
  });

  test('on a full disk or without a reader ends the built plugin with 1', async () => {
    await withSandbox(files, async ({ root }) => {
      const call = `${process.execPath} ${program} generate`;
      const full = spawn('sh', ['-c', `${call} > /dev/full`], `${root}/app`);
      assert.equal([full.code, full.stderr.split('; ')[1]], [1, 'free space on the disk of the output\n']);
      const { stderr } = spawn('sh', ['-c', `{ ${call}; echo "exit $?" >&2; } | true`], `${root}/app`);
      assert.match(stderr, / \(EPIPE\); refresh the application, because Argo CD stopped reading\nexit 1\n$/);
    });
  });
});
