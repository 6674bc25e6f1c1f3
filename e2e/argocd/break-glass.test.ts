import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { applicationIn, compareAgain, refreshTo } from './application.ts';
import { applySet, settled } from './applicationset.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { runPage } from './page.ts';
import { makeRepository } from './repository.ts';

const quotaPath = '/api/v1/namespaces/live-glass-a/resourcequotas';

async function podsOf({ plane }: ArgoCd): Promise<string> {
  const { body } = await plane.api.request('GET', quotaPath);
  return JSON.stringify(body['items']).match(/"pods":"(\d+)"/)?.[1] ?? '';
}

suite('in a real Argo CD, the commands of docs/break-glass.md', (test) => {
  test('suspend Applications of an ApplicationSet while the Git host is down, and resume them', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const file = (plan: string) => ({ 'tenants/glass-a.yaml': kleffTenant('glass-a', { plan }) });
    const commit = repository.commit({ 'tenants/platform.yaml': platform, ...file('basic') });
    await applySet(argo, 'applicationset-tenants.yaml', repository, 'glass');
    await settled(argo, 'tenant-glass', commit, 1);
    const before = await podsOf(argo);
    const application = applicationIn(argo.plane.api, 'tenant-glass-a');
    const variables = { APPLICATIONS: '', SETS: 'glass' };
    const clone = join(temporaryFolder('leasehold-glass-'), 'clone');
    execFileSync('git', ['clone', '--quiet', repository.url, clone]);
    assert.match(runPage(argo, 'suspend', variables, clone), /^tenant-glass-a +<none>$/m);
    execFileSync('bash', ['-c', "sed -i 's/plan: basic/plan: pro/' tenants/glass-a.yaml"], { cwd: clone });
    runPage(argo, 'apply', {}, clone);
    const byHand = await podsOf(argo);
    assert.is.not(byHand, before);
    // Argo CD has fetched only the old commit. Without the suspension, it would restore that commit within seconds.
    await compareAgain(application, 'hard');
    await sleep(5000);
    assert.is(await podsOf(argo), byHand);
    assert.match(runPage(argo, 'suspend', variables, clone), /^tenant-glass-a +<none>$/m);
    const pushed = repository.commit(file('pro'));
    await eventually(
      'Argo CD has fetched the commit',
      async () => runPage(argo, 'refresh', {}, clone).includes(pushed) || undefined,
    );
    runPage(argo, 'resume', variables);
    await settled(argo, 'tenant-glass', pushed, 1);
    assert.is(await podsOf(argo), byHand);
    const next = repository.commit(file('basic'));
    await refreshTo(application, next);
    await settled(argo, 'tenant-glass', next, 1);
    await eventually('the next commit is applied again', async () => (await podsOf(argo)) === before || undefined);
  });
});
