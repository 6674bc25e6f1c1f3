import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { clusterOf } from '../cluster.ts';
import { sharedControlPlane } from '../control-plane.ts';
import { installSidecar } from './sidecar.ts';
import { createSituation, removeSituation } from './situation.ts';

const account = 'system:serviceaccount:argocd:leasehold-sidecar';
const claims = '/api/v1/namespaces/access/persistentvolumeclaims';
const volumes = '/api/v1/persistentvolumes';
const tenant = 'leasehold.dev/tenant';
const claim = 'leasehold.dev/claim';

/** What RBAC lets the account patch, and a stolen token of it must not be able to do. */
const attacks: readonly (readonly [sentence: string, path: string, patch: object])[] = [
  ['labels a claim', `${claims}/new`, { metadata: { labels: { a: 'b' } } }],
  ['annotates a claim', `${claims}/new`, { metadata: { annotations: { 'leasehold.dev/volumes': 'prune' } } }],
  ['adds the finalizer of somebody else', `${claims}/new`, { metadata: { finalizers: ['a/b'] } }],
  [
    'deletes the data of a claim that is gone',
    `${volumes}/access-bypassed`,
    { spec: { persistentVolumeReclaimPolicy: 'Delete' } },
  ],
  [
    'deletes the data of a volume that it never retained',
    `${volumes}/foreign`,
    { spec: { persistentVolumeReclaimPolicy: 'Delete' } },
  ],
  ['frees a volume', `${volumes}/access-leaving`, { spec: { claimRef: null } }],
  ['reserves a volume that is in use', `${volumes}/access-leaving`, { spec: { claimRef: { uid: null } } }],
  ['moves a volume to another claim', `${volumes}/access-leaving`, { spec: { claimRef: { name: 'new' } } }],
  [
    'moves a volume to another namespace',
    `${volumes}/access-leaving`,
    { spec: { claimRef: { namespace: 'stranger' } } },
  ],
  ['binds a volume', `${volumes}/access-bypassed`, { spec: { claimRef: { uid: 'claim-1' } } }],
  [
    'takes a volume without a claim',
    `${volumes}/foreign`,
    { spec: { claimRef: { namespace: 'access', name: 'new' } } },
  ],
  ['reserves the volume of a namespace that was granted', `${volumes}/granted`, { spec: { claimRef: { uid: null } } }],
  ['labels a volume', `${volumes}/access-leaving`, { metadata: { labels: { a: 'b' } } }],
  ['records another claim', `${volumes}/access-leaving`, { metadata: { annotations: { [claim]: 'stranger/data' } } }],
  [
    'removes an annotation of the provisioner',
    `${volumes}/foreign`,
    { metadata: { annotations: { provisioner: null } } },
  ],
  ['changes a finalizer of a volume', `${volumes}/access-leaving`, { metadata: { finalizers: ['a/b'] } }],
  ['moves a volume to another class', `${volumes}/access-leaving`, { spec: { storageClassName: 'other' } }],
];

suite('the account of the sidecar', (test) => {
  for (const [sentence, path, body] of attacks)
    test(`never ${sentence}`, async () => {
      const { api } = await world();
      const contentType = 'application/merge-patch+json';
      const answer = await api.as(account).request('PATCH', path, { body, contentType });
      assert.is(answer.status, 422, JSON.stringify(answer.body));
      assert.match(String(answer.body['message']), "ValidatingAdmissionPolicy 'leasehold-sidecar-");
    });

  test('is limited by the policies and not by a mistake in the attacks', async () => {
    const { api } = await world();
    for (const [sentence, path, body] of attacks) {
      const contentType = 'application/merge-patch+json';
      const answer = await api.request('PATCH', path, { body, contentType, query: { dryRun: 'All' } });
      if (answer.status !== 200)
        assert.ok(['grows a claim', 'deletes the data of a volume'].includes(sentence), sentence);
    }
    await removeSituation(api);
  });
});

let prepared: Promise<void> | undefined;

async function world() {
  const { api } = await sharedControlPlane('api-only');
  prepared ??= (async () => {
    const cluster = await installSidecar(await sharedControlPlane('api-only'));
    await createSituation(api, clusterOf(api));
    const spec = {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/never-mounted' },
    };
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume' };
    const claimRef = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      namespace: 'shop',
      name: 'data',
      uid: 'claim-1',
    };
    const granted = { name: 'granted', labels: { [tenant]: 'access' }, annotations: { [claim]: 'shop/data' } };
    await cluster.apply([
      { ...volume, metadata: { name: 'foreign', annotations: { provisioner: 'somebody' } }, spec },
      { ...volume, metadata: granted, spec: { ...spec, claimRef } },
    ]);
    const body = { status: { phase: 'Released' } };
    await api.request('PATCH', `${volumes}/granted/status`, { body, contentType: 'application/merge-patch+json' });
  })();
  await prepared;
  return { api };
}
