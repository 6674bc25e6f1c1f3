import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { passGate } from '../../core/gate/gate.ts';
import { grantsFrom } from '../../core/settings/grants.ts';
import { settingsFrom } from '../../core/settings/settings.ts';
import { delegation } from '../../kinds/kryton/kryton/delegation.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { evil, grant, kleff, shared } from './grant-attacks.ts';

const cpu = { cpu: '100m' };
const memory = { memory: '256Mi' };

/** Values that together contain each field that a tenant can set without a Grant. */
const values: Readonly<Record<string, unknown>> = {
  'spec.version': '4.5.0',
  'spec.plugins': [{ name: 'p', url: 'https://example.com/p.zip', sha256: 'a'.repeat(64) }],
  'spec.backup.schedule': '0 1 * * *',
  'spec.backup.retention': '7d',
  'spec.backup.objectStore.credentialsSecretRef': { name: 's3' },
  'spec.backup.objectStore.prefix': 'evil/notes',
  'spec.values.replicaCount': 1,
  'spec.values.strategy.type': 'Recreate',
  'spec.values.imagePullSecrets': [{ name: 'pull' }],
  'spec.values.nameOverride': 'notes',
  'spec.values.fullnameOverride': 'evil-notes',
  'spec.values.existingSecret': 'evil-secret',
  'spec.values.serviceAccount.create': false,
  'spec.values.serviceAccount.name': 'deployer',
  'spec.values.service.port': 8080,
  'spec.values.service.targetPort': 8080,
  'spec.values.ingress': {
    enabled: true,
    hosts: [{ host: 'evil.apps.example.com', paths: [{ path: '/', pathType: 'Prefix' }] }],
    tls: [{ secretName: 'tls', hosts: ['evil.apps.example.com'] }],
  },
  'spec.values.resources.requests.cpu': '100m',
  'spec.values.resources.requests.memory': '1Gi',
  'spec.values.resources.limits.cpu': '1',
  'spec.values.resources.limits.memory': '2Gi',
  'spec.values.autoscaling': { enabled: true, minReplicas: 1, maxReplicas: 2 },
  'spec.values.persistence.enabled': false,
  'spec.values.persistence.accessModes': ['ReadWriteMany'],
  'spec.values.persistence.size': '1Gi',
  'spec.values.persistence.existingClaim': 'data',
  'spec.values.persistence.mountPath': '/data',
  'spec.values.persistence.subPath': 'notes',
  'spec.values.externalSecrets': { enabled: true, secretStoreName: 'vault', remoteKeyPrefix: 'evil/' },
  'spec.values.env': { config: { A: 'b' } },
  'spec.values.postgresql.enabled': true,
  'spec.values.postgresql.auth': { username: 'u', database: 'd' },
  'spec.values.postgresql.primary.persistence.enabled': false,
  'spec.values.postgresql.primary.persistence.size': '1Gi',
  'spec.values.postgresql.primary.resources.requests': { ...cpu, ...memory },
  'spec.values.postgresql.primary.resources.limits': { ...cpu, ...memory },
};

/** `{spec: {a: {b: value}}}` for `spec.a.b`. */
function nested(field: string, value: unknown): Record<string, unknown> {
  return field.split('.').reduceRight((inner: unknown, step) => ({ [step]: inner }), value) as Record<string, unknown>;
}

/** Keys that the shapes of a Kryton set themselves. */
function isOwnKey(path: readonly (string | number)[]): boolean {
  return /^(?:app\.kubernetes\.io\/managed-by$|argocd\.argoproj\.io\/|leasehold\.dev\/)/.test(`${path.at(-1)}`);
}

/** Grants the tenant a host, a store prefix, and the objects and fields that only the shapes of a Kryton set. */
const granted = grantsFrom([
  {
    apiVersion: 'leasehold.dev/v1alpha1',
    kind: 'Grant',
    metadata: { name: 'all' },
    spec: {
      tenants: ['evil'],
      hosts: ['evil.apps.example.com'],
      secrets: [{ store: 'vault', prefix: 'evil/' }],
      objects: ['NetworkPolicy.networking.k8s.io'],
      fields: { 'ExternalSecret.external-secrets.io': { 'spec.secretStoreRef.kind': ['ClusterSecretStore'] } },
    },
  },
])('evil');
const settings = settingsFrom(undefined, [], []);

suite('law: fields of a Kryton that need no Grant pass the gate', (test) => {
  test('every such field is tried', () => {
    const tried = Object.keys(values);
    const isTried = (free: string) => tried.some((field) => free.startsWith(field) || field.startsWith(free));
    assert.equal(
      delegation.free.filter((free) => !isTried(free)),
      [],
    );
  });

  for (const [field, value] of Object.entries(values))
    test(field, () => {
      const base = field.startsWith('spec.backup') ? backup : { spec: { version: '4.5.0' } };
      const body = merged(merged(resource, base), nested(field, value));
      const { ok, objects, problems } = render([...shared, fields, evil(`${JSON.stringify(body)}\n---\n${own}`)]);
      assert.ok(ok, JSON.stringify(problems.slice(0, 2)));
      const rendered = objects.filter(({ file }) => file.startsWith('evil/kryton.'));
      assert.ok(rendered.length > 5);
      for (const { text } of rendered) {
        const author = { sort: 'tenant', granted, isLiteral: isOwnKey } as const;
        const result = passGate(parse(text), { author, namespace: 'evil', isRepeated: false, settings });
        assert.equal(result.ok ? [] : result.problems, [], text);
      }
    });
});

const own = kleff('evil', 'free', 'evil').text;
const resource = {
  apiVersion: 'kryton.azrtydxb.io/v1alpha1',
  kind: 'Kryton',
  metadata: { name: 'evil-notes', namespace: 'evil' },
};
const backup = {
  spec: {
    version: '4.5.0',
    backup: {
      schedule: '0 1 * * *',
      retention: '7d',
      objectStore: { endpoint: 'https://s3.example.com', bucket: 'notes', credentialsSecretRef: { name: 's3' } },
    },
  },
};
/** Allows the parts of a backup that a tenant cannot choose without a Grant. */
const fields = grant('backups', {
  tenants: ['evil'],
  fields: {
    'Kryton.kryton.azrtydxb.io': { 'spec.backup.objectStore': ['*'] },
  },
});

function merged(one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const isTree = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(other).map(([key, value]) => {
    const old = one[key];
    return [key, isTree(old) && isTree(value) ? merged(old, value) : value];
  });
  return { ...one, ...Object.fromEntries(entries) };
}
