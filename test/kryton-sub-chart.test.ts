import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import type { Tree } from '../data/tree.ts';
import { render } from '../leasehold.ts';
import { gist, type Manifest } from './database-gist.ts';
import { suite } from './harness.ts';

interface Change {
  /** Values below spec.values. */
  readonly values: Tree;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const database = (values: Tree): Tree => ({ postgresql: values });
const pg = 'kryton-a-postgresql';
const claim = `StatefulSet ${pg} claims: [["","ReadWriteOnce","10Gi"]]`;
const data = `StatefulSet ${pg} data: claim`;
const image = `StatefulSet ${pg} image: pgvector/pgvector:pg16 IfNotPresent []`;
const ownPassword = `StatefulSet ${pg} password: ${pg} password`;
const containers = `StatefulSet ${pg} containers: postgresql`;
const metricsService = [`Service ${pg}-metrics`, `Service ${pg}-metrics port: ClusterIP 9187 http-metrics`];

/**
 * The output of Helm 3 for the sub-chart of Kryton's chart, recorded from version 16.4.5 of bitnami/postgresql in version
 * 4.6.5-pre.10 of Kryton's chart [sources: kryton-12]. Values change this output.
 */
const withoutValues: readonly string[] = [
  `ConfigMap ${pg}-init-scripts`,
  `NetworkPolicy ${pg}`,
  `NetworkPolicy ${pg} clients: all`,
  `PodDisruptionBudget ${pg}`,
  `Service ${pg}`,
  `Service ${pg} port: ClusterIP 5432 tcp-postgresql`,
  `Service ${pg}-hl`,
  `Service ${pg}-hl port: ClusterIP None 5432 tcp-postgresql`,
  `ServiceAccount ${pg}`,
  `StatefulSet ${pg}`,
  `StatefulSet ${pg} account: ${pg}`,
  claim,
  containers,
  `StatefulSet ${pg} cpu: 100m 150m`,
  data,
  image,
  `StatefulSet ${pg} init: `,
  `StatefulSet ${pg} name: postgresql`,
  ownPassword,
];

const changes: Readonly<Record<string, Change>> = {
  'a claim that exists': {
    values: database({ primary: { persistence: { existingClaim: 'old-data' } } }),
    removed: [claim, data],
    added: [`StatefulSet ${pg} claims: []`, `StatefulSet ${pg} data: old-data`],
  },
  'no volume': {
    values: database({ primary: { persistence: { enabled: false } } }),
    removed: [claim, data],
    added: [`StatefulSet ${pg} claims: []`, `StatefulSet ${pg} data: emptyDir`],
  },
  'another volume': {
    values: database({
      primary: { persistence: { storageClass: 'fast', accessModes: ['ReadWriteOncePod'], size: '20Gi' } },
    }),
    removed: [claim],
    added: [`StatefulSet ${pg} claims: [["fast","ReadWriteOncePod","20Gi"]]`],
  },
  'keys of a Secret that exists': {
    values: database({ auth: { existingSecret: 'database', secretKeys: { userPasswordKey: 'user' } } }),
    removed: [ownPassword],
    added: [`StatefulSet ${pg} password: database user`],
  },
  'a global Secret': {
    values: { global: { postgresql: { auth: { existingSecret: 'database' } } } },
    removed: [ownPassword],
    added: [`StatefulSet ${pg} password: database password`],
  },
  'a Service of type NodePort': {
    values: database({
      primary: { service: { type: 'NodePort', ports: { postgresql: 5433 }, nodePorts: { postgresql: 30_432 } } },
    }),
    removed: [
      `Service ${pg} port: ClusterIP 5432 tcp-postgresql`,
      `Service ${pg}-hl port: ClusterIP None 5432 tcp-postgresql`,
    ],
    added: [
      `Service ${pg} port: NodePort 5433 tcp-postgresql 30432`,
      `Service ${pg}-hl port: ClusterIP None 5433 tcp-postgresql`,
    ],
  },
  'no network policy': {
    values: database({ primary: { networkPolicy: { enabled: false } } }),
    removed: [`NetworkPolicy ${pg}`, `NetworkPolicy ${pg} clients: all`],
    added: [],
  },
  'a network policy that names clients': {
    values: database({ primary: { networkPolicy: { allowExternal: false } } }),
    removed: [`NetworkPolicy ${pg} clients: all`],
    added: [`NetworkPolicy ${pg} clients: some`],
  },
  'no disruption budget': {
    values: database({ primary: { pdb: { create: false } } }),
    removed: [`PodDisruptionBudget ${pg}`],
    added: [],
  },
  'an account that exists': {
    values: database({ serviceAccount: { create: false, name: 'database' } }),
    removed: [`ServiceAccount ${pg}`, `StatefulSet ${pg} account: ${pg}`],
    added: [`StatefulSet ${pg} account: database`],
  },
  metrics: {
    values: database({ metrics: { enabled: true } }),
    removed: [containers],
    added: [...metricsService, `StatefulSet ${pg} containers: postgresql,metrics`],
  },
  'metrics with a ServiceMonitor': {
    values: database({ metrics: { enabled: true, serviceMonitor: { enabled: true } } }),
    removed: [containers],
    added: [...metricsService, `ServiceMonitor ${pg}`, `StatefulSet ${pg} containers: postgresql,metrics`],
  },
  'an extended configuration': {
    values: database({ primary: { extendedConfiguration: 'shared_buffers = 256MB' } }),
    removed: [],
    added: [`ConfigMap ${pg}-extended-configuration`],
  },
  'a Secret of certificates': {
    values: database({
      tls: { enabled: true, certificatesSecret: 'database-tls', certFilename: 'tls.crt', certKeyFilename: 'tls.key' },
      volumePermissions: { image: { repository: 'me/shell' } },
    }),
    removed: [`StatefulSet ${pg} init: `],
    added: [`StatefulSet ${pg} init: copy-certs`],
  },
  'scripts from a ConfigMap': {
    values: database({ primary: { initdb: { scriptsConfigMap: 'scripts' } } }),
    removed: [`ConfigMap ${pg}-init-scripts`],
    added: [],
  },
  'another name': {
    values: database({ nameOverride: 'store' }),
    removed: [`StatefulSet ${pg} name: postgresql`],
    added: [`StatefulSet ${pg} name: store`],
  },
  'a name that ends with a hyphen if it is truncated': {
    values: database({ nameOverride: `${'s'.repeat(62)}-tore` }),
    removed: [`StatefulSet ${pg} name: postgresql`],
    added: [`StatefulSet ${pg} name: ${'s'.repeat(62)}`],
  },
  'another image': {
    values: database({
      image: { registry: 'registry.example', repository: 'me/postgres', pullPolicy: 'Always', pullSecrets: ['own'] },
    }),
    removed: [image],
    added: [`StatefulSet ${pg} image: registry.example/me/postgres:pg16 Always own`],
  },
  'a global registry and its Secret': {
    values: { global: { imageRegistry: 'mirror.example', imagePullSecrets: ['mirror'] } },
    removed: [image],
    added: [`StatefulSet ${pg} image: mirror.example/pgvector/pgvector:pg16 IfNotPresent mirror`],
  },
  'a global class of volumes': {
    values: { global: { defaultStorageClass: 'fast' } },
    removed: [claim],
    added: [`StatefulSet ${pg} claims: [["fast","ReadWriteOnce","10Gi"]]`],
  },
  'resources by a preset': {
    values: database({ primary: { resourcesPreset: 'small' } }),
    removed: [`StatefulSet ${pg} cpu: 100m 150m`],
    added: [`StatefulSet ${pg} cpu: 500m 750m`],
  },
};

suite('a Kryton renders the database of the real sub-chart, with', (test) => {
  test('no values', () => assert.equal(ours({}), [...withoutValues].sort()));

  for (const [title, { values, removed, added }] of Object.entries(changes))
    test(title, () => {
      for (const line of removed) assert.ok(withoutValues.includes(line), line);
      const kept = withoutValues.filter((line) => !removed.includes(line));
      assert.equal(ours(values), [...kept, ...added].sort());
    });
});

/** The image of Kryton's chart is not from Bitnami, so our own ConfigMap includes the extended configuration. */
const ownObjects = [`ConfigMap ${pg}-configuration`];

function ours(values: Tree): readonly string[] {
  const metadata = { name: 'kryton-a', namespace: 'notes' };
  const spec = { version: '5.0.0', values: { existingSecret: 'notes', ...values } };
  const kryton = { apiVersion: 'kryton.azrtydxb.io/v1alpha1', kind: 'Kryton', metadata, spec };
  const { ok, objects } = render([{ path: 'kryton.yaml', text: JSON.stringify(kryton) }]);
  assert.ok(ok);
  const all = objects.flatMap(({ text }) => parseAllDocuments(text).map((document) => document.toJS() as Manifest));
  const own = all.filter(({ metadata: { name } }) => name.startsWith(pg));
  return own
    .flatMap(gist)
    .filter((line) => !ownObjects.includes(line))
    .sort();
}
