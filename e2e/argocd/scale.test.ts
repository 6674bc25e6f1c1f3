import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { sharedArgoCd } from './argocd.ts';
import { kleffTenant, manyTenants } from './fixtures.ts';
import { report } from './report.ts';
import { makeRepository } from './repository.ts';

suite('in a real Argo CD', (test) => {
  test('200 tenants in one Application become Synced and Healthy', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const commit = repository.commit(manyTenants(200, 'one'));
    const start = performance.now();
    const application = await argo.create({ name: 'two-hundred', repository });
    const { resources = [] } = await application.settled(commit, 300);
    assert.is(resources.length, 200 * 7);
    report('200 tenants in one Application, 1,400 objects', start);

    const changed = performance.now();
    const next = repository.commit({ 'tenants/one7.yaml': kleffTenant('one7', { plan: 'pro' }) });
    await application.refresh();
    await application.settled(next, 120);
    report('one of them changed', changed);
    // The tenants remain, but the tests after this one need the processor.
    await application.remove();
  });
});
