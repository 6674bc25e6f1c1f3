import { basename } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { contents, inSandbox, kleffTenant, program, spawn } from './sandbox.ts';

suite('the directory of the tenants', (test) => {
  test('gives the same bytes however it is called', () =>
    inSandbox(({ leasehold, path, remove, root, write }) => {
      write('tenants/eu/ada.yaml', kleffTenant('ada'));
      leasehold('render', 'tenants', '--out', 'expected');
      for (const way of ['./tenants', 'tenants/', path('tenants'), `../${basename(root)}/tenants`]) {
        assert.is(leasehold('render', way, '--out', 'out').code, 0, way);
        assert.equal(contents(path('out')), contents(path('expected')), way);
        remove('out');
      }
      assert.is(spawn(process.execPath, [program, 'render', '.', '--out', '../out'], path('tenants')).code, 0);
      assert.equal(contents(path('out')), contents(path('expected')), 'from inside');
    }));
});
