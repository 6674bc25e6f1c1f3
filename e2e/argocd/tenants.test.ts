import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { sharedArgoCd } from './argocd.ts';
import { makeRepository } from './repository.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec: { defaultNamespace: registry, cluster: { kubernetes: "1.36", mesh: none } }
`;

function tenant(name: string, plan = 'basic'): string {
  return `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: { name: ${name}, namespace: registry }
spec: { plan: ${plan}, userId: live-${name}, username: ${name} }
`;
}

suite('in a real Argo CD, a tenant', (test) => {
  const repository = makeRepository();

  test('that is added is Synced and Healthy', async () => {
    const argo = await sharedArgoCd();
    const commit = repository.commit({ 'tenants/platform.yaml': platform, 'tenants/acme.yaml': tenant('acme') });
    const application = await argo.create({ name: 'tenants', repository });
    const { resources = [] } = await application.settled(commit, 120);
    assert.ok(resources.length >= 6);
    const { status, body } = await argo.cluster.api.request('GET', '/api/v1/namespaces/live-acme');
    assert.is(status, 200);
    assert.is(
      (body as { metadata: { labels: Record<string, string> } }).metadata.labels['kleff.io/tenant-plan'],
      'basic',
    );
  });
});
