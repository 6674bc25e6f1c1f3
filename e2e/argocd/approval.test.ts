import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { makeRepository } from './repository.ts';

const files = {
  'tenants/platform.yaml': platform.replace('spec: {', 'spec: { retention: { namespaces: prune },'),
  'tenants/stay.yaml': kleffTenant('stay'),
  'tenants/leave.yaml': kleffTenant('leave'),
};

suite('in a real Argo CD, a removal that needs an approval in Git', (test) => {
  test('is rejected with an error that contains the approval to commit, and proceeds without confirmation once the approval is committed', async () => {
    const { plane, create } = await sharedArgoCd();
    const isThere = async (name: string) =>
      (await plane.api.request('GET', `/api/v1/namespaces/live-${name}`)).status === 200;
    const repository = makeRepository();
    const { inventory } = render(Object.entries(files).map(([path, text]) => ({ path, text })));
    const first = repository.commit({ ...files, 'inventory.json': JSON.stringify(inventory) });
    const parameters = { previous: 'inventory.json', 'max-removed': '0' };
    const application = await create({ name: 'approval', repository, parameters });
    await application.settled(first);

    repository.commit({ 'tenants/leave.yaml': null });
    await application.refresh();
    const { conditions = [] } = await application.until('asks for an approval', (one) =>
      JSON.stringify(one.conditions ?? []).includes('commit an approval to .leasehold/approvals/'),
    );
    assert.ok(await isThere('leave'));

    const approval = /^\{apiVersion: leasehold\.dev.*\}$/m.exec(conditions[0]?.message ?? '')?.[0] ?? '';
    const approved = repository.commit({ '.leasehold/approvals/leave.yaml': `${approval}\n` });
    await application.refresh();
    await application.settled(approved);
    await eventually('the namespace is gone', async () => !(await isThere('leave')) || undefined);
    assert.ok(await isThere('stay'));
  });
});
