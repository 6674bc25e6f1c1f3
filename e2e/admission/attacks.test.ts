import * as assert from 'uvu/assert';
import { valueAt } from '../../data/tree.ts';
import { rules } from '../../test/admission/rules.ts';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { attack, attacks } from './attacks.ts';
import { applyRules } from './policed-cluster.ts';

const stored = readManifests(`
apiVersion: v1
kind: Namespace
metadata:
  name: attack-acme
  labels: {leasehold.dev/tenant: acme, pod-security.kubernetes.io/enforce: baseline}
  annotations:
    leasehold.dev/allow-images: ghcr.io/acme
    leasehold.dev/allow-hosts: acme.example.com
    leasehold.dev/allow-service-types: ''
    leasehold.dev/allow-cluster-roles: view
    leasehold.dev/allow-subjects: User member@corp.io
    leasehold.dev/allow-host-access: ''
    leasehold.dev/allow-external-ips: ''
    leasehold.dev/allow-networks: ''
    leasehold.dev/allow-secrets: vault acme/
    leasehold.dev/allow-storage-classes: "fast\\n"
    argocd.argoproj.io/tracking-id: tenants:/Namespace:/attack-acme
---
{apiVersion: v1, kind: Namespace, metadata: {name: attack-cordoned, labels: {leasehold.dev/tenant: acme, leasehold.dev/cordoned: 'true'}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: running, namespace: attack-acme}, spec: {containers: [{name: app, image: 'ghcr.io/acme/app:1'}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: running, namespace: attack-cordoned}, spec: {nodeName: node-0, containers: [{name: app, image: 'ghcr.io/acme/app:1'}]}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: map, namespace: attack-cordoned}}
---
{apiVersion: v1, kind: ServiceAccount, metadata: {name: robot, namespace: attack-cordoned}}
---
{apiVersion: v1, kind: Service, metadata: {name: web, namespace: attack-cordoned}, spec: {ports: [{port: 80}]}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: attack-cordoned}, spec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: 'ghcr.io/acme/app:1'}]}}}}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: attack-acme, annotations: {leasehold.dev/volumes: retain}}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}
---
{apiVersion: v1, kind: Service, metadata: {name: web, namespace: attack-acme}, spec: {ports: [{port: 80}]}}
---
{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web, namespace: attack-acme}, spec: {rules: [{host: acme.example.com, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: deny, namespace: attack-acme, labels: {app.kubernetes.io/managed-by: leasehold}}, spec: {podSelector: {}}}
---
{apiVersion: v1, kind: ResourceQuota, metadata: {name: quota, namespace: attack-acme, labels: {app.kubernetes.io/managed-by: leasehold}}, spec: {hard: {pods: '5'}}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: own, namespace: attack-acme}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: member@corp.io}]
`);

/** What Argo CD's server sends to compare an object of an Application with a target from a request. */
const compared = {
  name: 'a Secret in a comparison',
  method: 'PATCH',
  path: '/api/v1/namespaces/default/secrets/argocd-secret',
  patch: 'apply',
  body: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'argocd-secret', namespace: 'default' } },
  as: ['system:serviceaccount:argocd:argocd-server', 'system:serviceaccounts', 'system:authenticated'],
} as const;

let plane: ControlPlane;
let cluster: Cluster;
let before: readonly unknown[];

suite('the admission rules', (test) => {
  test('are accepted by the API server, with the objects of a tenant', async () => {
    plane = await startControlPlane('api-only');
    cluster = clusterOf(plane.api);
    await applyRules(cluster, rules);
    assert.equal(complaints(await cluster.apply(stored)), []);
    before = await state();
  });
});

suite('the members of a tenant', (test) => {
  test("cannot read a Secret by a dry run of Argo CD's server", async () => {
    const secret = { ...compared.body, stringData: { password: 'of-the-platform' } };
    assert.is((await cluster.api.request('POST', '/api/v1/namespaces/default/secrets', { body: secret })).status, 201);
    const shown = await attack(cluster.api, { ...compared, query: { dryRun: 'All' } });
    assert.is(shown.status, 403);
    assert.match(String(shown.body['message']), "dry-runs: dry runs of Argo CD's API server");
    assert.is(shown.body['data'], undefined);
    const stored = await attack(cluster.api, compared);
    assert.is(stored.status, 200, 'other requests of the server are allowed');
  });
});

suite('tenants cannot escape from the rules with', (test) => {
  for (const each of attacks)
    test(each.name, async () => {
      const { status, body } = await attack(cluster.api, each);
      const message = String(body['message'] ?? '');
      if (each.rule !== undefined) {
        assert.is(status, 403, `${status} ${message}`);
        const names = each.rule.split(' ').map((rule) => `'leasehold-${rule}'`);
        assert.ok(
          names.some((name) => message.includes(name)),
          message,
        );
      } else if (each.method === 'POST') assert.is(status, 403, message);
      assert.equal(await state(), before, `${status} ${message}`);
    });
});

suite('the rules that reject attacks', (test) => {
  test('do not apply to an administrator', async () => {
    for (const each of attacks.filter(({ method, path }) => method !== 'DELETE' && !path.endsWith('/exec'))) {
      const query = { ...each.query, dryRun: 'All' };
      const { body } = await attack(cluster.api, { ...each, query, as: ['root@corp.io', 'system:masters'] });
      assert.ok(
        !String(body['message']).includes('ValidatingAdmissionPolicy'),
        `${each.name}: ${String(body['message'])}`,
      );
    }
  });

  test('the API server stops', () => plane.stop());
});

/** The labels, annotations, specs, subjects and load balancers of all stored objects. */
async function state(): Promise<readonly unknown[]> {
  return Promise.all(
    stored.map(async (object) => {
      const { body } = await cluster.get(object);
      const { metadata, spec, subjects, status } = body;
      const { labels, annotations } = metadata as KubeObject['metadata'];
      return [object.kind, labels, annotations, spec, subjects, valueAt(status, 'loadBalancer')];
    }),
  );
}
