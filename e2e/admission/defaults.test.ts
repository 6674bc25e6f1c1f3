import * as assert from 'uvu/assert';
import { defaultsBinding, defaultsPolicies, defaultsSpec } from '../../admission/defaults.ts';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';

const apiVersion = 'admissionregistration.k8s.io/v1';

const namespace = (name: string, annotations: object) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'leasehold.dev/tenant': 'acme' }, annotations },
});

const policies = defaultsPolicies.flatMap((policy) => [
  { apiVersion, kind: 'MutatingAdmissionPolicy', metadata: { name: policy.name }, spec: defaultsSpec(policy) },
  {
    apiVersion,
    kind: 'MutatingAdmissionPolicyBinding',
    metadata: { name: policy.name },
    spec: defaultsBinding(policy.name),
  },
]);

const objects = [
  namespace('without', {}),
  namespace('with', {
    'leasehold.dev/default-node-selector': 'pool=tenants\nexample.com/a=b',
    'leasehold.dev/default-pod-labels': 'team=acme',
    'leasehold.dev/default-pod-annotations': 'example.com/cost=acme=1',
    'leasehold.dev/default-image-pull-secrets': 'registry\nmirror',
    'leasehold.dev/default-ingress-class': 'nginx',
    'leasehold.dev/default-storage-class': 'fast',
  }),
];

let plane: ControlPlane;
let cluster: Cluster;

suite('the API server sets defaults for tenants', (test) => {
  test('the API server accepts the policies', async () => {
    plane = await startControlPlane('api-only');
    cluster = clusterOf(plane.api);
    assert.equal(complaints(await cluster.apply([...objects, ...policies])), []);
    await eventually('the API server fills in defaults', async () => {
      const pod = await create('with', 'api/v1', 'pods', { spec: podSpec });
      const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
      const { spec } = await create('with', 'api/v1', 'persistentvolumeclaims', { spec: claim });
      return (pod.metadata.labels !== undefined && spec['storageClassName'] === 'fast') || undefined;
    });
  });

  test('a pod gets the node selector, labels, annotations and pull secrets', async () => {
    const pod = await create('with', 'api/v1', 'pods', { spec: podSpec });
    assert.equal(pod.spec['nodeSelector'], { 'example.com/a': 'b', pool: 'tenants' });
    assert.equal(pod.metadata.labels, { team: 'acme' });
    assert.equal(pod.metadata.annotations, { 'example.com/cost': 'acme=1' });
    assert.equal(pod.spec['imagePullSecrets'], [{ name: 'registry' }, { name: 'mirror' }]);
  });

  test('values that a pod sets are kept', async () => {
    const own = { ...podSpec, nodeSelector: { pool: 'own' }, imagePullSecrets: [{ name: 'own' }] };
    const metadata = { labels: { team: 'own', a: 'b' } };
    const pod = await create('with', 'api/v1', 'pods', { metadata, spec: own });
    assert.equal(pod.spec['nodeSelector'], { 'example.com/a': 'b', pool: 'own' });
    assert.equal(pod.metadata.labels, { a: 'b', team: 'own' });
    assert.equal(pod.spec['imagePullSecrets'], [{ name: 'own' }]);
  });

  test('a pod in a namespace without defaults gets none', async () => {
    const pod = await create('without', 'api/v1', 'pods', { spec: podSpec });
    assert.is(pod.spec['nodeSelector'], undefined);
    assert.is(pod.metadata.labels, undefined);
    assert.is(pod.spec['imagePullSecrets'], undefined);
  });

  test('an Ingress and a claim get the classes unless they set one', async () => {
    const rules = [{ host: 'a.example.com' }];
    const ingresses = ['apis/networking.k8s.io/v1', 'ingresses'] as const;
    assert.is((await create('with', ...ingresses, { spec: { rules } })).spec['ingressClassName'], 'nginx');
    const own = { spec: { rules, ingressClassName: 'own' } };
    assert.is((await create('with', ...ingresses, own)).spec['ingressClassName'], 'own');
    const old = { metadata: { annotations: { 'kubernetes.io/ingress.class': 'own' } }, spec: { rules } };
    assert.is((await create('with', ...ingresses, old)).spec['ingressClassName'], undefined);
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const claims = ['api/v1', 'persistentvolumeclaims'] as const;
    assert.is((await create('with', ...claims, { spec: claim })).spec['storageClassName'], 'fast');
    assert.is(
      (await create('with', ...claims, { spec: { ...claim, storageClassName: '' } })).spec['storageClassName'],
      '',
    );
  });

  test('the API server stops', () => plane.stop());
});

const podSpec = { containers: [{ name: 'app', image: 'app' }] };

interface Created {
  readonly metadata: { readonly labels?: object; readonly annotations?: object };
  readonly spec: Readonly<Record<string, unknown>>;
}

async function create(
  namespace: string,
  api: string,
  plural: string,
  object: { readonly metadata?: object; readonly spec: object },
): Promise<Created> {
  const body = { ...object, metadata: { name: 'own', ...object.metadata } };
  const path = `/${api}/namespaces/${namespace}/${plural}`;
  const { status, body: answer } = await cluster.api.request('POST', path, { body, query: { dryRun: 'All' } });
  assert.is(status, 201, String(answer['message']));
  return answer as unknown as Created;
}
