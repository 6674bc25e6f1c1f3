import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { compareAgain, refreshTo } from './application.ts';
import { sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { runPage } from './page.ts';
import { makeRepository } from './repository.ts';

const retaining = platform.replace('cluster:', 'retention: { namespaces: retain }, cluster:');

suite('in a real Argo CD, objects that remain after the removal of their tenant', (test) => {
  test('keep the Application OutOfSync until the commands of the documentation run', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const tenants = { 'tenants/kept-a.yaml': kleffTenant('kept-a'), 'tenants/kept-b.yaml': kleffTenant('kept-b') };
    const first = repository.commit({ 'tenants/platform.yaml': retaining, ...tenants });
    const application = await argo.create({ name: 'kept', repository });
    await application.settled(first);
    const removed = repository.commit({ 'tenants/kept-a.yaml': null });
    await refreshTo(application, removed);
    const left = await application.until(
      'is OutOfSync after the sync',
      ({ sync, operationState: state }) =>
        sync?.status === 'OutOfSync' && state?.phase === 'Succeeded' && state.syncResult?.revision === removed,
    );
    assert.ok(left.resources?.some(({ kind, status }) => kind === 'NetworkPolicy' && status === 'OutOfSync'));
    runPage(argo, 'kept-ignore', { APPLICATION: 'kept' });
    await compareAgain(application);
    await application.until('is Synced', ({ sync }) => sync?.status === 'Synced');
    const back = repository.commit({ 'tenants/kept-a.yaml': kleffTenant('kept-a', { plan: 'pro' }) });
    await application.settled(back);
  });
});
