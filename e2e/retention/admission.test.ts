import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import type { Answer } from '../api.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import { installSidecar } from './sidecar.ts';
import { createClaims } from './situation.ts';

const account = 'system:serviceaccount:argocd:leasehold-sidecar';
const claims = '/api/v1/namespaces/access/persistentvolumeclaims';
const volumes = '/api/v1/persistentvolumes';
const tenant = 'leasehold.dev/tenant';
const claim = 'leasehold.dev/claim';
const policy = 'leasehold.dev/reclaim-policy';

/** Attacks with a stolen token of the account: RBAC allows these patches, but the policies must not. */
const attacks: readonly (readonly [title: string, path: string, patch: object])[] = [
  ['labels a claim', `${claims}/new`, { metadata: { labels: { a: 'b' } } }],
  ['annotates a claim', `${claims}/new`, { metadata: { annotations: { 'leasehold.dev/volumes': 'prune' } } }],
  ['adds a finalizer of another program', `${claims}/new`, { metadata: { finalizers: ['a/b'] } }],
  [
    'deletes the data of a deleted claim',
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
  ['removes a released volume from its tenant', `${volumes}/granted`, { metadata: { labels: { [tenant]: null } } }],
  ['moves a released volume to another tenant', `${volumes}/granted`, { metadata: { labels: { [tenant]: 'shop' } } }],
  [
    'moves a reserved volume to another tenant',
    `${volumes}/access-bypassed`,
    { metadata: { labels: { [tenant]: 'b' } } },
  ],
  [
    'removes the recorded claim of a released volume',
    `${volumes}/granted`,
    { metadata: { annotations: { [claim]: null } } },
  ],
  ['changes the former policy', `${volumes}/access-leaving`, { metadata: { annotations: { [policy]: 'Recycle' } } }],
  ['removes the former policy', `${volumes}/access-leaving`, { metadata: { annotations: { [policy]: null } } }],
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

/** The oldest version that supports policies, and the newest version. */
const apiServers = [
  ['1.30', 'kube-apiserver-1.30'],
  ['1.36', 'kube-apiserver'],
] as const;
const contentType = 'application/merge-patch+json';

for (const [version, program] of apiServers)
  suite(`on Kubernetes ${version}, the account of the sidecar`, (test) => {
    let plane: ControlPlane;

    test('is installed', async () => {
      plane = await startControlPlane('api-only', program);
      await prepare(plane);
    });

    for (const [title, path, body] of attacks)
      test(`never ${title}`, async () => {
        const answer = await attack(plane, path, body);
        assert.is(answer.status, 422, JSON.stringify(answer.body));
        assert.match(String(answer.body['message']), "ValidatingAdmissionPolicy 'leasehold-sidecar-");
      });

    test('is limited by the policies and not by a mistake in the attacks', async () => {
      for (const [title, path, body] of attacks) {
        const answer = await plane.api.request('PATCH', path, { body, contentType, query: { dryRun: 'All' } });
        assert.is(answer.status, 200, title);
      }
    });

    test('the API server stops', () => plane.stop());
  });

function attack({ api }: ControlPlane, path: string, body: object, query = {}): Promise<Answer> {
  return api.as(account).request('PATCH', path, { body, contentType, query });
}

async function prepare(plane: ControlPlane): Promise<void> {
  const cluster = await installSidecar(plane);
  await createClaims(plane.api, cluster);
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
  await plane.api.request('PATCH', `${volumes}/granted/status`, { body, contentType });
  await inForce(plane);
}

/** The API server needs a moment before it enforces a new policy. */
async function inForce(plane: ControlPlane): Promise<void> {
  for (const [title, path, body] of attacks)
    await eventually(`the policy that never ${title}`, async () => {
      const { status } = await attack(plane, path, body, { dryRun: 'All' });
      return status === 422 || undefined;
    });
}
