import { basename, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { contents, inSandbox, kleffTenant, program, spawn } from './sandbox.ts';

suite('on the command line,', (test) => {
  test('relative and absolute paths to the tenants render the same bytes', () =>
    inSandbox(async ({ cli, path, remove, root, write }) => {
      write('tenants/eu/ada.yaml', kleffTenant('ada'));
      await cli('render', '--dir', 'tenants', '--out', 'expected');
      for (const way of ['./tenants', 'tenants/', path('tenants'), `../${basename(root)}/tenants`]) {
        assert.is((await cli('render', way, '--out', 'out')).code, 0, way);
        assert.equal(contents(path('out')), contents(path('expected')), way);
        remove('out');
      }
      assert.is(spawn(process.execPath, [program, 'render', '--dir', '.', '--out', '../out'], path('tenants')).code, 0);
      assert.equal(contents(path('out')), contents(path('expected')), 'from inside');
    }));

  test('explain accepts relative and absolute paths', () =>
    inSandbox(async ({ cli, path, write }) => {
      write('tenants/ada.yaml', kleffTenant('ada'));
      for (const file of ['tenants/ada.yaml', './tenants/../tenants/ada.yaml', path('tenants/ada.yaml')])
        assert.match((await cli('explain', `${file}:7`)).stdout, /^Tenant tenants\/ada\n/, file);
      assert.match((await cli('explain', 'tenants/ada.yaml:7', '--dir', './tenants')).stdout, /^Tenant tenants\/ada\n/);
    }));

  test('a full disk is reported in one line', () =>
    inSandbox(({ root, write }) => {
      write('tenants/ada.yaml', kleffTenant('ada'));
      const { code, stderr } = spawn('sh', ['-c', `${process.execPath} ${program} check > /dev/full`], root);
      assert.equal([code, stderr.split('\n').length], [1, 2], stderr);
      assert.match(stderr, /^leasehold: the output is incomplete: ENOSPC/);
    }));

  test('both command line programs exit with 141 if nobody reads their help', () =>
    inSandbox(({ root }) => {
      for (const file of [program, resolve('dist/kubectl-leasehold.mjs')]) {
        const line = `{ ${process.execPath} ${file} --help; echo "exit $?" >&2; } | true`;
        assert.is(spawn('sh', ['-c', line], root).stderr, 'exit 141\n', file);
      }
    }));

  test('a command exits with 141 if the reader of its output stops early', () =>
    inSandbox(({ root, write }) => {
      for (let n = 0; n < 20; n += 1) write(`tenants/t${n}.yaml`, kleffTenant(`t${n}`));
      for (const command of ['render --output yaml', 'get tenants', 'check --format json']) {
        const line = `{ ${process.execPath} ${program} ${command}; echo "exit $?" >&2; } | true`;
        assert.match(spawn('sh', ['-c', line], root).stderr, /exit 141\n$/, command);
      }
    }));
});
