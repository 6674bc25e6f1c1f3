import { suite } from '../../test/harness.ts';
import type { KubeObject } from '../manifests.ts';
import { sharedArgoCd } from './argocd.ts';
import { org, platform, registry } from './fixtures.ts';
import { makeRepository } from './repository.ts';

const provisioner = 'kubernetes.io/no-provisioner';

/** Like the storage classes of most clouds. */
const lateClass: KubeObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'late' },
  provisioner,
  volumeBindingMode: 'WaitForFirstConsumer',
};

const lateVolume: KubeObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'late' },
  spec: {
    capacity: { storage: '1Ti' },
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'late',
    hostPath: { path: '/never-mounted' },
  },
};

suite('in a real Argo CD, a volume', (test) => {
  test('does not block the sync if it is bound only after its pod is scheduled', async () => {
    const argo = await sharedArgoCd();
    await argo.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: registry } });
    for (const object of [lateClass, lateVolume]) await argo.apply(object);
    const repository = makeRepository();
    const settings = platform.replace('spec: {', 'spec: { tetrapus: { storageClassName: late },');
    const commit = repository.commit({ 'tenants/platform.yaml': settings, 'tenants/late.yaml': org('late') });
    const application = await argo.create({ name: 'late', repository });
    await application.settled(commit, 40);
  });
});
