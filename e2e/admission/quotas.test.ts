import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import { readManifests } from '../manifests.ts';
import { classes } from './classes.ts';

const text = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec:
  enforcement:
    backend: quotas
    limits: [{serviceTypes: []}]
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {configmaps: "10"}}}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: named}
spec:
  quota: small
  accessControl: {owners: {users: [ann@corp.io]}}
  namespaces: {withTenantPrefix: [dev]}
  podPriorityClasses: {allowed: [low]}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: optional}
spec:
  quota: small
  accessControl: {owners: {users: [ann@corp.io]}}
  namespaces: {withTenantPrefix: [dev]}
  podPriorityClasses: {allowed: ["", low]}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: denied}
spec:
  quota: small
  accessControl: {owners: {users: [ann@corp.io]}}
  namespaces: {withTenantPrefix: [dev]}
  podPriorityClasses: {denied: [high]}
`;

let plane: ControlPlane;
let cluster: Cluster;

/** The namespace and the priority class of a pod, and whether the API server accepts the pod. */
const pods: readonly (readonly [namespace: string, priorityClassName: string | undefined, isAllowed: boolean])[] = [
  ['named-dev', 'low', true],
  ['named-dev', 'high', false],
  ['named-dev', undefined, false],
  ['optional-dev', 'low', true],
  ['optional-dev', 'high', false],
  ['optional-dev', undefined, true],
  ['denied-dev', 'high', false],
  ['denied-dev', 'low', true],
  ['denied-dev', undefined, true],
  ['denied-dev', 'system-node-critical', false],
];

suite('quotas alone enforce some lists', (test) => {
  test('the quotas are rendered without a policy and without a warning', async () => {
    const { objects, problems } = render([{ path: 'in.yaml', text }]);
    assert.equal(problems, []);
    assert.not.ok(objects.some(({ id }) => id.kind.includes('AdmissionPolicy')));
    plane = await startControlPlane();
    cluster = clusterOf(plane.api);
    const own = objects.filter(({ id }) => ['Namespace', 'ResourceQuota'].includes(id.kind));
    const applied = await cluster.apply([...classes, ...readManifests(own.map((one) => one.text).join('---\n'))]);
    assert.equal(complaints(applied), []);
    await eventually('all quotas are counted', async () => {
      const { body } = await cluster.api.request('GET', '/api/v1/resourcequotas');
      const items = body['items'] as readonly { readonly status?: { readonly hard?: object } }[];
      return items.every(({ status }) => status?.hard !== undefined) || undefined;
    });
  });

  for (const [namespace, name, isAllowed] of pods)
    test(`${namespace}: a pod of class ${name ?? '(none)'} is ${isAllowed ? 'allowed' : 'rejected'}`, async () => {
      const containers = [{ name: 'app', image: 'app' }];
      const body = { metadata: { name: 'pod' }, spec: { containers, priorityClassName: name } };
      const answer = await create(namespace, 'pods', body);
      assert.is(answer.status, isAllowed ? 201 : 403, answer.message);
      if (!isAllowed) assert.match(answer.message, 'exceeded quota: leasehold-');
    });

  for (const [type, isAllowed] of [
    ['ClusterIP', true],
    ['NodePort', false],
    ['LoadBalancer', false],
  ] as const)
    test(`a Service of type ${type} is ${isAllowed ? 'allowed' : 'rejected'}`, async () => {
      const answer = await create('named-dev', 'services', {
        metadata: { name: 'web' },
        spec: { type, ports: [{ port: 80 }] },
      });
      assert.is(answer.status, isAllowed ? 201 : 403, answer.message);
    });

  test('the control plane stops', () => plane.stop());
});

async function create(namespace: string, plural: string, body: object) {
  const path = `/api/v1/namespaces/${namespace}/${plural}`;
  const { status, body: answer } = await cluster.api.request('POST', path, { body, query: { dryRun: 'All' } });
  return { status, message: String(answer['message']) };
}
