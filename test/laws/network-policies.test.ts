import * as assert from 'uvu/assert';
import { listAt, valueAt } from '../../data/tree.ts';
import { type LabelSelector, selects } from '../../kubernetes/label-selector.ts';
import type { SourceFile } from '../../leasehold.ts';
import { objectsOf, type Rendered } from '../case-files.ts';
import { suite } from '../harness.ts';

/** A Platform that isolates the namespaces of Tenants of MTO, and the documents that they need. */
const platform = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec: { directoryPerTenant: true, cluster: { mesh: none, monitoringNamespace: monitoring }, kleff: { namespace: NAMESPACE }, hibernation: {} }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: { name: tenant-operator-config, namespace: multi-tenant-operator }
spec: { tenantPolicies: { network: { disableIntraTenantNetworking: true } } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: small }
spec: { resourcequota: { hard: { pods: "4" } } }
`;

/** The documents about a tenant of both systems. */
function about(name: string): string {
  return `
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: ${name} }
spec: { quota: small, accessControl: { owners: { groups: [${name}] } }, namespaces: { withTenantPrefix: [dev, prod] } }
---
apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: { name: ${name}-kleff }
spec: { plan: free, userId: ${name}-kleff, username: ${name} }
`;
}

const ownerOf = ({ metadata: { labels } }: Rendered) => labels['leasehold.dev/tenant'];

function filesFor(mode: string): readonly SourceFile[] {
  const files = ['acme', 'evil'].map((name) => ({ path: `platform/tenants/${name}.yaml`, text: about(name) }));
  return [{ path: 'platform/platform.yaml', text: platform.replace('NAMESPACE', mode) }, ...files];
}

/** The namespaces whose pods a policy allows, except those that it selects by a fixed name. */
function allowed(policy: Rendered, namespaces: readonly Rendered[]): readonly string[] {
  const peers = listAt(policy, 'spec', 'ingress').flatMap((rule) => listAt(rule, 'from'));
  const selectors = peers.flatMap((peer) => (valueAt(peer, 'namespaceSelector') ?? []) as readonly LabelSelector[]);
  return namespaces
    .filter(({ metadata }) => selectors.some((selector) => selects(selector, metadata.labels)))
    .map(({ metadata }) => metadata.name);
}

for (const mode of ['isolated', 'plain'])
  suite(`law: with ${mode} namespaces of Kleff, network policies`, (test) => {
    const objects = [...objectsOf(filesFor(mode)).values()];
    const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');

    test('allow no namespace of another tenant', () => {
      assert.is.not(policies.length, 0);
      for (const policy of policies) {
        const foreign = namespaces.filter((one) => !['platform', ownerOf(policy)].includes(ownerOf(one)));
        assert.equal(allowed(policy, foreign), [], `${policy.metadata.namespace} ${policy.metadata.name}`);
      }
    });

    test('of MTO allow all namespaces of their tenant, of the platform and of no tenant', () => {
      const outside: Rendered = { kind: 'Namespace', metadata: { name: 'ingress', labels: {} } };
      const policy = policies.find(({ metadata }) => metadata.namespace === 'acme-dev') as Rendered;
      const names = ['acme-dev', 'acme-kleff', 'acme-prod', 'ingress', 'leasehold-hibernation'];
      assert.equal([...allowed(policy, [outside, ...namespaces])].sort(), names);
    });
  });
