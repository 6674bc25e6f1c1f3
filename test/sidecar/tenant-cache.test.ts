import * as assert from 'uvu/assert';
import { newTenantCache, tenantView, updateDependents } from '../../sidecar/tenants/cache.ts';
import { tenantKey } from '../../sidecar/tenants/objects.ts';
import { toTenantNamespace, toTenantResource, toWorkload } from '../../sidecar/tenants/project.ts';
import { suite } from '../harness.ts';

const orgs = '/apis/tetrapus.io/v1alpha1/orgs';
const workloads = ['Deployment/acme-dev/app', 'Deployment/other/app', 'Deployment/planes/shared'];
const instructions = JSON.stringify({ workloads, namespaces: ['acme-dev', 'other'] });

/** An Org in a namespace, with a label and an annotation that its tenant can write if it owns the namespace. */
function viewIn(namespace: string, label: string) {
  const cache = newTenantCache([orgs]);
  for (const [name, tenant] of [
    ['acme-dev', 'acme'],
    ['other', 'other'],
    ['planes', 'platform'],
    ['tenants', ''],
  ] as const)
    cache.namespaces.set(toTenantNamespace({ metadata: { name, labels: { 'leasehold.dev/tenant': tenant } } }));
  for (const key of workloads) {
    const [kind, namespace, name] = key.split('/');
    cache.deployments.set(toWorkload(kind as 'Deployment', { metadata: { namespace, name } }));
  }
  const metadata = { namespace, name: 'org', labels: { 'leasehold.dev/tenant': label } };
  const org = toTenantResource(orgs, {
    metadata: { ...metadata, annotations: { 'leasehold.dev/status': instructions } },
  });
  cache.resources.get(orgs)?.set(org);
  updateDependents(cache, tenantKey(org));
  const view = tenantView(cache, tenantKey(org));
  return { seen: [...(view?.workloads.keys() ?? []), ...(view?.namespaces.keys() ?? [])], cache };
}

suite('the status of a tenant resource', (test) => {
  test('shows only objects of its tenant and of the platform, regardless of its annotation and label', () => {
    const own = ['Deployment/acme-dev/app', 'Deployment/planes/shared', 'acme-dev'];
    assert.equal(viewIn('acme-dev', 'acme').seen, own);
    assert.equal(viewIn('acme-dev', 'other').seen, own);
  });

  test('follows the label if the platform owns the namespace', () => {
    assert.equal(viewIn('tenants', 'other').seen, ['Deployment/other/app', 'Deployment/planes/shared', 'other']);
  });

  test('depends on the namespaces of its objects, so that it is decided again when their owner changes', () => {
    const { cache } = viewIn('acme-dev', 'acme');
    for (const name of ['acme-dev', 'other', 'planes'])
      assert.is(cache.dependents.get(`Namespace/${name}`)?.size, 1, name);
  });
});
