import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { render } from '../leasehold.ts';
import { suite } from '../test/harness.ts';
import { type KubeObject, readManifests } from './manifests.ts';
import { builtTool } from './tools/paths.ts';

type Values = Readonly<Record<string, unknown>>;

const host = { host: 'a.example.com', paths: [{ path: '/', pathType: 'Prefix' }] };

/** Values that a user can write in spec.values, by description. */
const examples: Readonly<Record<string, Values>> = {
  'no values at all': {},
  'an Ingress with hosts of its own': { ingress: { enabled: true, hosts: [host] } },
  'an autoscaler': { autoscaling: { enabled: true, maxReplicas: 3 } },
  'secrets from a store': { externalSecrets: { enabled: true, secretStoreName: 'vault' } },
  'secrets from a folder of a store': {
    externalSecrets: { enabled: true, secretStoreName: 'vault', remoteKeyPrefix: 'notes/' },
    env: { secret: { POSTGRES_URL: 'database-url', SMTP_FROM: null } },
  },
  'an existing claim': { persistence: { existingClaim: 'notes' } },
  'no volume': { persistence: { enabled: false } },
  'a larger volume': { persistence: { size: '20Gi', accessModes: ['ReadWriteMany'] } },
  'an external database': { postgresql: { enabled: false }, env: { secret: { POSTGRES_URL: 'postgres://u:p@db/k' } } },
  'a password for the database': { postgresql: { auth: { password: 'not-a-secret' } } },
  'a Secret for the database': { postgresql: { auth: { existingSecret: 'database' } } },
  'a ServiceMonitor': { serviceMonitor: { enabled: true } },
  'an existing ServiceAccount': { serviceAccount: { create: false, name: 'notes' } },
  'names and a tag that the operator overrides': {
    fullnameOverride: 'x',
    image: { tag: 't', repository: 'ghcr.io/me/kryton' },
    postgresql: { fullnameOverride: 'y' },
  },
  'one setting changed and one removed': { env: { config: { LOG_LEVEL: 'debug', OPENAPI_ENABLED: null } } },
  'three replicas on another port': { replicaCount: 3, service: { port: 80 } },
};

suite('for the same values, a Kryton renders the same objects and the same main fields as Helm, with', (test) => {
  for (const [title, values] of Object.entries(examples))
    test(title, () =>
      assert.equal(renderedByLeasehold(values).map(summaryOf).sort(), renderedByHelm(values).map(summaryOf).sort()),
    );
});

const name = 'kryton-a';
const version = '5.0.0';

function renderedByLeasehold(values: Values): readonly KubeObject[] {
  const metadata = { name, namespace: 'notes' };
  const kryton = { apiVersion: 'kryton.azrtydxb.io/v1alpha1', kind: 'Kryton', metadata, spec: { version, values } };
  const { objects, problems } = render([{ path: 'kryton.yaml', text: stringify(kryton, { version: '1.1' }) }]);
  assert.equal(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  return objects.flatMap(({ text }) => readManifests(text)).filter(isOfRelease);
}

/** leasehold may add objects that protect the namespace, which are not in the chart. */
function isOfRelease({ metadata }: KubeObject): boolean {
  return metadata.namespace === 'notes' && metadata.name.startsWith(name);
}

/** Values from the command line override other values, like those that the operator sets. */
function renderedByHelm(values: Values): readonly KubeObject[] {
  const forced = [`fullnameOverride=${name}`, `image.tag=${version}`, `postgresql.fullnameOverride=${name}-postgresql`];
  const chart = resolve(import.meta.dirname, 'kryton-chart');
  const args = ['template', name, chart, '--values', '-', ...forced.flatMap((set) => ['--set-string', set])];
  const text = execFileSync(builtTool('helm'), args, { input: JSON.stringify(values), encoding: 'utf8' });
  return readManifests(text).filter((object) => !isSecretWithRandomPassword(object, values));
}

/** The chart generates a new password on each run. leasehold cannot do that: Argo CD would never reach Synced. */
function isSecretWithRandomPassword({ kind, metadata }: KubeObject, { postgresql }: Values): boolean {
  const password = (postgresql as { readonly auth?: Values } | undefined)?.auth?.['password'];
  return kind === 'Secret' && metadata.name === `${name}-postgresql` && password === undefined;
}

/** Fields that depend on the values. test/kryton-sub-chart.test.ts compares the database with the real chart. */
const comparedFields: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['spec.replicas', 'spec.template.spec.serviceAccountName', 'spec.template.spec.containers.0.image'],
  StatefulSet: ['spec.replicas', 'spec.template.spec.serviceAccountName', 'spec.template.spec.containers.0.image'],
  ExternalSecret: ['spec.data'],
  HorizontalPodAutoscaler: ['spec.minReplicas', 'spec.maxReplicas'],
  Ingress: ['spec.rules.0.host', 'spec.rules.1.host'],
  PersistentVolumeClaim: ['spec.accessModes', 'spec.resources.requests.storage'],
  Service: ['spec.type', 'spec.ports.0.port', 'spec.ports.0.targetPort'],
};

function summaryOf(object: KubeObject): string {
  const { kind, metadata } = object;
  const paths = metadata.name === `${name}-config` ? ['data'] : (comparedFields[kind] ?? []);
  const fields = paths.map(
    (path) => `${path}=${stringify(at(object, path.split('.')), { collectionStyle: 'flow', sortMapEntries: true })}`,
  );
  return [kind, metadata.name, ...fields].join(' ');
}

function at(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  return at((value as Values)[step], rest);
}
