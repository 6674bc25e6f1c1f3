import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { listAt, textAt, valueAt } from '../data/tree.ts';
import { suite } from '../test/harness.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import { guideShell } from './guide-shell.ts';
import { guideSteps } from './guide-steps.ts';
import { type KubeObject, readManifests } from './manifests.ts';
import { operatorObjects } from './operator-objects.ts';
import { type System, systems } from './operator-systems.ts';

/** These tests need their own control plane: they would import objects of other tests in the same namespaces. */
let started: Promise<ControlPlane> | undefined;

suite('the guides to migrate from other systems', (test) => {
  for (const system of systems)
    test(`keep access, pods and volumes in every step and its rollback: ${system.name}`, () => migrate(system));

  test('the control plane stops', async () => (await started)?.stop());
});

async function migrate(system: System): Promise<void> {
  started ??= startControlPlane();
  const plane = await started;
  const { api } = plane;
  const cluster = clusterOf(api);
  const base = operatorObjects(system);
  assert.equal(complaints(await cluster.apply(base.definitions)), []);
  await eventually('the kinds are served', async () => {
    const found = await Promise.all(base.paths.map((path) => api.request('GET', path)));
    return found.every(({ status }) => status === 200) || undefined;
  });
  await applyState(plane, system);
  assert.equal(complaints(await cluster.apply(base.workload)), []);
  const before = await eventually('the pods of the workload', () => footprint(plane, system));
  const run = guideShell(plane, { OPERATOR_NAMESPACE: system.operatorNamespace });
  const watched = { plane, system, before };
  for (const { title, commands, rollback } of guideSteps(`docs/migrate/${system.name}.md`)) {
    const contents = await contentsOf(plane, system);
    await withAccess(watched, `${title}`, () => run(commands));
    await withAccess(watched, `${title}: rollback`, () => run(rollback));
    assert.equal(await contentsOf(plane, system), contents, `${title}: rollback`);
    await withAccess(watched, `${title}: again`, () => run(commands));
  }
  for (const path of system.gone) assert.is((await api.request('GET', path)).status, 404, path);
  for (const path of system.kept) {
    const { status, body } = await api.request('GET', path);
    assert.is(status, 200, path);
    assert.equal(listAt(body, 'metadata', 'ownerReferences'), [], path);
  }
}

/** Applies the objects as the operator leaves them. Those with owner references need the uid of their owner. */
async function applyState({ api }: ControlPlane, { name, owners = [] }: System): Promise<void> {
  const cluster = clusterOf(api);
  let text = readFileSync(resolve(import.meta.dirname, `migrate/${name}.yaml`), 'utf8');
  const isOwner = ({ apiVersion, kind, metadata }: KubeObject) =>
    apiVersion.includes('/') && owners.some((path) => path.endsWith(`/${kind.toLowerCase()}s/${metadata.name}`));
  assert.equal(complaints(await cluster.apply(readManifests(text).filter(isOwner))), []);
  for (const path of owners) {
    const { body } = await api.request('GET', path);
    text = text.replaceAll(`uid: UID-${textAt(body, 'kind')}`, `uid: ${textAt(body, 'metadata', 'uid')}`);
  }
  const rest = readManifests(text).filter((one) => !isOwner(one));
  assert.equal(complaints(await cluster.apply(rest)), []);
}

interface Watched {
  readonly plane: ControlPlane;
  readonly system: System;
  readonly before: string;
}

/**
 * Runs commands, and repeatedly checks in the meantime that the permissions of the users stay the same. Then checks that
 * nothing in the footprint was created again.
 */
async function withAccess({ plane, system, before }: Watched, what: string, act: () => Promise<void>): Promise<void> {
  let isRunning = true;
  const watch = (async () => {
    let reviews = 0;
    for (; isRunning || reviews < 2; reviews++)
      for (const [user, verb, namespace, isAllowed] of system.access)
        assert.is(await may(plane, { user, verb, namespace }), isAllowed, `${what}: ${user} ${verb} in ${namespace}`);
  })();
  try {
    await act();
  } finally {
    isRunning = false;
  }
  await watch;
  assert.is(await footprint(plane, system), before, what);
}

const contentPaths = [
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
  '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
] as const;

const contentKinds = [
  '/apis/rbac.authorization.k8s.io/v1/*/rolebindings',
  '/apis/rbac.authorization.k8s.io/v1/*/roles',
  '/apis/networking.k8s.io/v1/*/networkpolicies',
  '/api/v1/*/resourcequotas',
  '/api/v1/*/limitranges',
  '/api/v1/*/configmaps',
] as const;

/**
 * The objects of the listed kinds in the tenant's namespaces and in the cluster, without fields that the API server sets and without owner
 * references.
 */
async function contentsOf({ api }: ControlPlane, { namespaces }: System): Promise<readonly string[]> {
  const own = namespaces.flatMap((name) => contentKinds.map((path) => path.replace('*', `namespaces/${name}`)));
  const lists = await Promise.all(
    [...contentPaths, ...own].map(async (path) => {
      const { body } = await api.request('GET', path);
      return listAt(body, 'items').map((item) => `${path} ${contentOf(item)}`);
    }),
  );
  const spaces = await Promise.all(
    namespaces.map(async (name) => contentOf((await api.request('GET', `/api/v1/namespaces/${name}`)).body)),
  );
  return [...lists.flat(), ...spaces].sort();
}

function contentOf(item: unknown): string {
  const { metadata, status: _, ...rest } = item as KubeObject & { readonly status?: unknown };
  const { name, labels = {}, annotations = {} } = metadata as Readonly<Record<string, unknown>>;
  return JSON.stringify({ name, labels, annotations, ...rest });
}

interface Question {
  readonly user: string;
  readonly verb: string;
  readonly namespace: string;
}

async function may({ api }: ControlPlane, { user, verb, namespace }: Question): Promise<boolean> {
  const resourceAttributes = { group: 'apps', resource: 'deployments', verb, namespace };
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user, resourceAttributes },
  };
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  const { body } = await api.request('POST', path, { body: review });
  return valueAt(body, 'status', 'allowed') === true;
}

/**
 * The uids of the namespaces, and of the pods and claims in the first one. A uid changes if the object is created again.
 * Undefined until the first namespace has a pod and a claim.
 */
async function footprint({ api }: ControlPlane, { namespaces }: System): Promise<string | undefined> {
  const uids: string[] = [];
  for (const namespace of namespaces) {
    const { body } = await api.request('GET', `/api/v1/namespaces/${namespace}`);
    uids.push(`${namespace} ${textAt(body, 'metadata', 'uid')} ${textAt(body, 'metadata', 'deletionTimestamp')}`);
  }
  for (const kind of ['pods', 'persistentvolumeclaims']) {
    const { body } = await api.request('GET', `/api/v1/namespaces/${namespaces[0]}/${kind}`);
    const items = listAt(body, 'items');
    if (items.length === 0) return undefined;
    for (const item of items)
      uids.push(`${textAt(item, 'metadata', 'uid')} ${textAt(item, 'metadata', 'deletionTimestamp')}`);
  }
  return uids.sort().join('\n');
}
