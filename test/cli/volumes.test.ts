import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { runOn } from './fake-ports.ts';
import { cluster, namespace, volume, volumes } from './retained-volumes.ts';

suite('leasehold volumes', (test) => {
  test('lists retained volumes by tenant', async () => {
    const { code, stdout } = await volumes(cluster, 'list');
    assert.is(code, 0);
    assert.is(
      stdout,
      [
        'VOLUME   TENANT   CLAIM           STATE      SIZE   SINCE',
        'pv-1     acme     acme-dev/data   reserved   1Gi    2026-01-01T00:00:00Z',
        'pv-2     shop     market/data     fenced     1Gi    2026-03-01T00:00:00Z',
        '',
      ].join('\n'),
    );
  });

  test('lists volumes of tenants that no file defines', async () => {
    for (const source of [[], ['--inventory=cluster.json']]) {
      const { code, stdout } = await volumes(cluster, 'list', '--without=tenants', '--output=name', ...source);
      assert.equal([code, stdout], [0, 'persistentvolume/pv-2\n']);
    }
    assert.is((await volumes(cluster, 'list', 'pv-1', '--output=name')).stdout, 'persistentvolume/pv-1\n');
    const broken = await volumes(cluster, 'list', '--without=nowhere');
    assert.equal([broken.code, broken.stdout], [2, '']);
    const missing = await volumes(cluster, 'list', '--inventory=other.json');
    assert.is(missing.code, 2);
    assert.match(missing.stderr, 'the file other.json does not exist');
  });

  test('reserves a fenced volume if no other tenant owns the namespace', async () => {
    for (const owner of ['', 'shop', 'platform']) {
      const { code, patches } = await volumes(
        { ...cluster, namespaces: [namespace('market', owner)] },
        'restore',
        'pv-2',
      );
      assert.is(code, 0);
      assert.equal(patches, [
        {
          metadata: { resourceVersion: '7', annotations: { 'pv.kubernetes.io/bound-by-controller': null } },
          spec: { claimRef: { uid: null, resourceVersion: null } },
        },
      ]);
    }
  });

  test('never assigns a volume to another tenant', async () => {
    const other = { ...cluster, namespaces: [namespace('market', 'other')] };
    const { code, stderr, patches } = await volumes(other, 'restore', 'pv-2');
    assert.is(code, 1);
    assert.match(stderr, 'namespace market belongs to tenant other, but pv-2 belongs to tenant shop');
    assert.equal(patches, []);
  });

  test('purges expired volumes only with --yes', async () => {
    const preview = await volumes(cluster, 'purge', '--older-than=30d');
    assert.is(preview.stdout, 'pv-1 would be purged; confirm with --yes\n');
    assert.equal(preview.patches, []);
    const { stdout, patches } = await volumes(cluster, 'purge', '--older-than=30d', '--yes');
    assert.is(stdout, 'pv-1 purged\n');
    assert.equal(patches[0], {
      metadata: {
        resourceVersion: '7',
        labels: { 'leasehold.dev/tenant': null },
        annotations: { 'leasehold.dev/claim': null, 'leasehold.dev/reclaim-policy': null },
      },
      spec: { persistentVolumeReclaimPolicy: 'Delete', claimRef: { uid: 'uid-pv-1' } },
    });
  });

  test('never purges a volume that a claim uses', async () => {
    const claims = [{ metadata: { namespace: 'market', name: 'data', uid: 'gone' }, status: { phase: 'Bound' } }];
    const { code, stderr, patches } = await volumes({ ...cluster, claims }, 'purge', 'pv-2', '--yes');
    assert.is(code, 1);
    assert.match(stderr, 'pv-2 is bound; only a retained volume without a claim can be purged');
    assert.equal(patches, []);
    const byAge = await volumes({ ...cluster, claims }, 'purge', '--older-than=1d', '--yes');
    assert.is(byAge.stdout, 'pv-1 purged\n');
  });

  test('does not purge by age while Kubernetes still reports a deleted claim as bound', async () => {
    const status = { phase: 'Bound', lastPhaseTransitionTime: '2025-01-01T00:00:00Z' };
    const deleted = { ...cluster, persistentvolumes: [volume('pv-4', 'shop', 'market', { uid: 'gone' }, status)] };
    const { code, stdout, patches } = await volumes(deleted, 'purge', '--older-than=30d', '--yes');
    assert.equal([code, stdout, patches], [0, '', []]);
    const named = await volumes(deleted, 'purge', 'pv-4', '--older-than=30d', '--yes');
    assert.match(named.stderr, 'Kubernetes does not report how long pv-4 has had no claim');
  });

  test('does not change the spec of a volume on release', async () => {
    const { patches } = await volumes(cluster, 'release', 'pv-1');
    assert.equal((patches[0] as { readonly spec: object }).spec, {});
  });

  test('reports usage errors', async () => {
    for (const [words, message] of [
      [['purge'], 'volumes purge needs the name of a volume, or --older-than'],
      [['restore'], 'volumes restore needs the name of a volume'],
      [['purge', '--older-than=soon'], '--older-than is soon; it must be a number and a unit, such as 30d or 12w'],
      [['purge', '--older-than=1d', '--without=tenants'], '--without is an option of volumes list'],
      [['restore', '--older-than=30d'], '--older-than is an option of volumes purge'],
      [['release', '--older-than=30d'], '--older-than is an option of volumes purge'],
      [['release', 'pv-1', '--yes'], '--yes is an option of volumes purge'],
      [['move', 'pv-1'], 'unknown action move; the actions are list, restore, purge and release'],
    ] as const) {
      const { code, stderr } = await volumes(cluster, ...words);
      assert.is(code, 2);
      assert.match(stderr, message);
    }
  });

  test('reports why a volume cannot be listed, released or purged, and a cluster that cannot be read', async () => {
    for (const action of ['list', 'release'])
      assert.match((await volumes(cluster, action, 'pv-9')).stderr, 'no retained volume is named pv-9');
    const other = await volumes(cluster, 'release', 'pv-2', '--tenant', 'acme');
    assert.match(other.stderr, 'no retained volume of tenant acme is named pv-2');
    const young = await volumes(cluster, 'purge', 'pv-2', '--older-than=30d', '--yes');
    assert.is(young.code, 1);
    assert.match(young.stderr, 'pv-2 has not been without a claim for 30d; to purge it earlier, omit --older-than');
    const claims = [{ metadata: { namespace: 'market', name: 'data', uid: 'gone' }, status: { phase: 'Bound' } }];
    const bound = await volumes({ ...cluster, claims }, 'purge', 'pv-2', '--older-than=30d');
    assert.is(bound.stderr, 'error: pv-2 is bound; only a retained volume without a claim can be purged\n');
    const persistentvolumes = [volume('pv-3', 'shop', 'market', { uid: 'gone' }, { phase: 'Released' })];
    const undated = await volumes({ ...cluster, persistentvolumes }, 'purge', 'pv-3', '--older-than=30d');
    assert.match(undated.stderr, 'Kubernetes does not report how long pv-3 has had no claim');
    const { code, stderr } = await runOn({}, 'volumes', 'list');
    assert.is(code, 1);
    assert.match(stderr, 'no cluster');
  });
});
