import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { complete, plugin, project, rendered, settings, withParameters } from './mistake.ts';
import type { ArgoCdObject } from './objects.ts';

const account = project({
  destinationServiceAccounts: [{ server: '*', namespace: '*', defaultServiceAccount: 'accounts:acme-deploy' }],
});
const enabled = { 'application.sync.impersonation.enabled': 'true' };
const optional = { ...enabled, 'application.sync.impersonation.enforced': 'false' };
const workloads = withParameters({ tenant: 'acme', part: 'workloads' });
const of = (...objects: readonly ArgoCdObject[]) => finds(...complete(...objects));

suite('the doctor for Argo CD, for the accounts of tenants,', (test) => {
  test('requires impersonation if a project names an account', () => {
    for (const application of [plugin(), rendered(), workloads]) {
      const found = of(application, account);
      assert.is(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', 'because impersonation is off');
      assert.equal(of(application, account, settings(optional)), []);
    }
  });

  test('requires an account unless Argo CD does', () => {
    assert.is(of(workloads, settings(optional)).length, 1);
    assert.equal(of(workloads, settings(enabled)), []);
  });

  test('reports each Argo CD once, and only if the input contains its settings', () => {
    const second = withParameters({ tenant: 'beta', part: 'workloads' }, 'beta');
    assert.is(of(workloads, second, account).length, 1);
    assert.equal(finds(workloads, account), []);
  });
});
