import * as assert from 'uvu/assert';
import { decideUninstall } from '../../sidecar/decide/claim.ts';
import { readClaimView } from '../../sidecar/live.ts';
import type { Reader } from '../../sidecar/work/reads.ts';
import { suite } from '../harness.ts';
import { view } from './examples.ts';

const metadata = { namespace: 'shared', resourceVersion: '1' };
const objects: Readonly<Record<string, object>> = {
  '/api/v1/namespaces/shared/persistentvolumeclaims/data-web-0': {
    metadata: {
      ...metadata,
      ...{ name: 'data-web-0', uid: 'claim-1', finalizers: ['leasehold.dev/volume'] },
      annotations: { 'leasehold.dev/volumes': 'retain' },
    },
    spec: { volumeName: 'pv-1' },
    status: { phase: 'Bound' },
  },
  '/api/v1/namespaces/shared': { metadata: { name: 'shared' } },
  '/api/v1/persistentvolumes/pv-1': {
    metadata: { name: 'pv-1', uid: 'volume-1', resourceVersion: '2' },
    spec: {
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { namespace: 'shared', name: 'data-web-0', uid: 'claim-1' },
    },
    status: { phase: 'Bound' },
  },
};
const web = {
  metadata: { ...metadata, name: 'web', labels: { 'leasehold.dev/tenant': 'acme' } },
  spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
};

const reader: Reader = {
  get: async (path) => ({ ok: true, status: 200, body: objects[path] }),
  list: async (_, onItem) => {
    onItem(web);
    return { ok: true, version: '1', next: '' };
  },
};

suite('a claim that is read again', (test) => {
  test('has the tenant of its StatefulSet, even if it has its own policy', async () => {
    const cached = { ...view.claim, namespace: 'shared', name: 'data-web-0' };
    const live = await readClaimView(reader, { ...view, claim: cached });
    assert.is(live.ok, true);
    const write = live.ok === true ? decideUninstall(live.view) : undefined;
    assert.is(typeof write === 'object' ? write.type : write, 'retain');
  });

  test('is read without StatefulSets, which can be large, if no StatefulSet can have a claim with its name', async () => {
    const list: Reader['list'] = async () => assert.unreachable() as never;
    for (const name of ['data', 'data-0', 'data-web', 'data-web-0x']) {
      const body = { metadata: { ...metadata, name, uid: 'claim-2' } };
      const get: Reader['get'] = async () => ({ ok: true, status: 200, body });
      const cached = { ...view.claim, namespace: 'shared', name };
      assert.is((await readClaimView({ get, list }, { ...view, claim: cached })).ok, true);
    }
  });
});
