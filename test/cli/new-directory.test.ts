import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox } from './sandbox.ts';

suite('new, with a directory for each tenant,', (test) => {
  test('writes an instance of a Template into the directory of the tenant of its namespace', () =>
    inSandbox(async ({ cli, git }) => {
      git('init', '--quiet');
      await cli('init');
      const { stdout } = await cli('new', 'mto-template-instance', 'web', '--set', 'metadata.namespace=acme-dev');
      assert.is(stdout, 'wrote tenants/acme/web.yaml; edit it, then run leasehold check\n');
      await cli('new', 'mto-template-instance', 'other', '--set', 'metadata.namespace=elsewhere');
      assert.match(
        (await cli('check')).stdout,
        'platform/other.yaml:6:14 error unresolved-reference metadata.namespace: ',
      );
    }));
});
