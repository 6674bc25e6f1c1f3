import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { isSame, listAt, mappingAt, textAt } from '../data/tree.ts';
import { suite } from '../test/harness.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, sharedControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import { guideShell } from './guide-shell.ts';
import { guideSteps } from './guide-steps.ts';
import { type KubeObject, readManifests } from './manifests.ts';

const namespace = 'migration';

suite('the guide to migrate from an operator', (test) => {
  test('keeps the objects of the operators and removes the references to their resources', async () => {
    const plane = await sharedControlPlane();
    const { api } = plane;
    assert.equal(complaints(await clusterOf(api).apply(crds)), []);
    await eventually('the kinds are served', async () => {
      const paths = ['kleff.kleff.io/v1', 'kryton.azrtydxb.io/v1alpha1', 'tetrapus.io/v1alpha1'];
      const found = await Promise.all(paths.map((path) => api.request('GET', `/apis/${path}`)));
      return found.every(({ status }) => status === 200) || undefined;
    });
    assert.equal(complaints(await clusterOf(api).apply(operator)), []);
    for (const system of ['kleff', 'kryton', 'tetrapus']) await applyState(plane, system);
    await walk(plane);
    await eventually('only the objects are left', async () => {
      const left = await Promise.all(kept.map((path) => api.request('GET', path)));
      const gone = await Promise.all(removed.map((path) => api.request('GET', path)));
      const isFree = left.every(
        ({ body, status }) => status === 200 && !listAt(body, 'metadata', 'ownerReferences')[0],
      );
      return (isFree && gone.every(({ status }) => status === 404)) || undefined;
    });
  });
});

const resources = ['Kryton', 'Org', 'Tenant'];

/** Applies the objects as the operator leaves them. Those with owner references need the uid of the resource. */
async function applyState({ api }: ControlPlane, system: string): Promise<void> {
  const cluster = clusterOf(api);
  const text = readFileSync(resolve(import.meta.dirname, `migrate/${system}.yaml`), 'utf8');
  const owners = readManifests(text).filter(({ kind }) => resources.includes(kind));
  assert.equal(complaints(await cluster.apply(owners)), []);
  const [version, plural] = kinds[system] ?? ['', ''];
  const { body } = await api.request('GET', `/apis/${version}/${inside}/${plural}/a`);
  const rest = readManifests(text.replaceAll('uid: UID', `uid: ${textAt(body, 'metadata', 'uid')}`));
  const created = rest.filter(({ kind }) => !resources.includes(kind));
  const sorted = created.toSorted((a, b) => Number(b.kind === 'Namespace') - Number(a.kind === 'Namespace'));
  assert.equal(complaints(await cluster.apply(sorted, { fieldManager: 'operator' })), []);
}

/**
 * Runs each step of the page, its rollback and the step again. Volumes and objects remain. Pods restart only when the
 * render is applied, and only those of workloads for which the report of the import states it.
 */
async function walk(plane: ControlPlane): Promise<void> {
  const before = await eventually('the pods of the operators', () => identities(plane));
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-migrate-'));
  const run = guideShell(plane, { OPERATOR_NAMESPACE: 'operators', KRYTON: 'a', NAMESPACE: namespace }, folder);
  for (const { title, commands, rollback } of guideSteps('docs/migrate.md')) {
    for (const command of [commands, rollback, commands]) {
      await run(command);
      const found = await Promise.all(kept.map((path) => plane.api.request('GET', path)));
      assert.ok(
        found.every(({ status }) => status === 200),
        command,
      );
      if (title !== lastStep) assert.equal(await identities(plane), before, command);
    }
  }
  await eventually('the pods after the change', async () => {
    const now = (await identities(plane)) ?? [];
    const restarted = before
      .filter((one) => !now.includes(one))
      .map((one) => one.replace(/(?:-[0-9a-f]{6,}-[a-z0-9]{5}|-[0-9]+)? .*/, ''));
    return isSame([...new Set(restarted)].sort(), restartedIn(folder)) || undefined;
  });
}

const lastStep = 'Let Argo CD adopt the objects';

/** The workloads whose pods restart according to the reports of the imports. */
function restartedIn(folder: string): readonly string[] {
  const reports = ['kryton', 'tetrapus'].map((system) =>
    readFileSync(join(folder, `tenants/${system}/import-report.txt`), 'utf8'),
  );
  const entries = reports.flatMap((report) => report.split('\n\n')).filter((entry) => entry.includes('pods restart'));
  return entries.map((entry) => /^[A-Z][A-Za-z]+ [^/]+\/(\S+)/.exec(entry)?.[1] ?? entry).sort();
}

/**
 * The names and uids of the pods and volume claims of the three operators, except pods of Jobs. A uid changes if the object is
 * created again. Undefined until all exist.
 */
async function identities({ api }: ControlPlane): Promise<readonly string[] | undefined> {
  const found: string[] = [];
  const paths = [namespace, 'user-of-kleff'].flatMap((one) => [`${one}/pods`, `${one}/persistentvolumeclaims`]);
  for (const path of paths)
    for (const item of listAt((await api.request('GET', `/api/v1/namespaces/${path}`)).body, 'items')) {
      const metadata = mappingAt(item, 'metadata');
      if (isOfJob(metadata)) continue;
      found.push(`${textAt(metadata, 'name')} ${textAt(metadata, 'uid')} ${textAt(metadata, 'deletionTimestamp')}`);
    }
  const wanted = [/^a-[0-9a-f]{6,}-/, /^a-postgresql-0 /, /^org-a-[0-9a-f]{6,}-/, /^shop-/, /^a-data /, /^org-a-data /];
  const isComplete = wanted.every((pattern) => found.some((one) => pattern.test(one)));
  return isComplete ? found.sort() : undefined;
}

/** A CronJob can start a pod at any time. */
function isOfJob(metadata: unknown): boolean {
  return listAt(metadata, 'ownerReferences').some((owner) => textAt(owner, 'kind') === 'Job');
}

const definition = (group: string, kind: string, plural: string, version: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    names: { kind, plural },
    scope: 'Namespaced',
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});

const crds = [
  definition('kleff.kleff.io', 'Tenant', 'tenants', 'v1'),
  definition('kryton.azrtydxb.io', 'Kryton', 'krytons', 'v1alpha1'),
  definition('tetrapus.io', 'Org', 'orgs', 'v1alpha1'),
  definition('tetrapus.io', 'TenantPlane', 'tenantplanes', 'v1alpha1'),
  definition('tetrapus.io', 'KeyMaterial', 'keymaterials', 'v1alpha1'),
] as unknown as readonly KubeObject[];

/** The Deployment of the operators, which the guide scales. */
const operator = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'operators' } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'operator', namespace: 'operators' },
    spec: {
      selector: { matchLabels: { app: 'operator' } },
      template: {
        metadata: { labels: { app: 'operator' } },
        spec: { containers: [{ name: 'operator', image: 'operator' }] },
      },
    },
  },
] as unknown as readonly KubeObject[];

const kinds: Readonly<Record<string, readonly [version: string, plural: string]>> = {
  kleff: ['kleff.kleff.io/v1', 'tenants'],
  kryton: ['kryton.azrtydxb.io/v1alpha1', 'krytons'],
  tetrapus: ['tetrapus.io/v1alpha1', 'orgs'],
};

const inside = `namespaces/${namespace}`;
const kept = [
  `/apis/batch/v1/${inside}/cronjobs/a-backup`,
  `/api/v1/${inside}/secrets/org-a-bootstrap`,
  '/apis/apps/v1/namespaces/user-of-kleff/deployments/shop',
  '/api/v1/namespaces/user-of-kleff',
];
const removed = [
  `/apis/kleff.kleff.io/v1/${inside}/tenants/a`,
  `/apis/kryton.azrtydxb.io/v1alpha1/${inside}/krytons/a`,
  `/apis/tetrapus.io/v1alpha1/${inside}/orgs/a`,
  `/api/v1/${inside}/secrets/sh.helm.release.v1.a.v1`,
];
