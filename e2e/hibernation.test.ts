import * as assert from 'uvu/assert';
import { render } from '../leasehold.ts';
import { suite } from '../test/harness.ts';
import { prepare } from './apply-again.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, sharedControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import { cronJobOf, runCronJob, runJobs } from './hibernation-jobs.ts';
import { type KubeObject, readManifests } from './manifests.ts';
import { runJob } from './rendered-job.ts';
import {
  createWorkloads,
  deleteWorkloads,
  generationsOf,
  kept,
  specsOf,
  statesOf,
  waitForReadyPods,
  workload,
} from './workloads.ts';

const tenant = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec: { hibernation: {} }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: none }
spec: {}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: sleepers }
spec: { quota: none, namespaces: { withTenantPrefix: [dev, prod] } }
`;
const nights = supervisor('{ sleepSchedule: 0 19 * * 1-5, wakeSchedule: 0 7 * * 1-5 }');

function supervisor(schedule: string): string {
  return `---
apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: { name: rest, namespace: sleepers-dev }
spec: { schedule: ${schedule} }
`;
}

suite('the rendered objects for hibernation, with the rendered account', (test) => {
  test('scale workloads to 0 and back to their count, and change nothing in a second run', async () => {
    const plane = await sharedControlPlane();
    const objects = await applied(plane, tenant + nights);
    await createWorkloads(plane, [workload('Deployment', 'web', 3), workload('StatefulSet', 'db', 3)], 3);

    await runCronJob(plane, objects, 'sleep');
    assert.equal(await statesOf(plane), { 'Deployment web': [0, '3'], 'StatefulSet db': [0, '3'] });
    const asleep = await generationsOf(plane);
    await runCronJob(plane, objects, 'sleep');
    assert.equal(await generationsOf(plane), asleep);
    await waitForReadyPods(plane, 0);

    await runCronJob(plane, objects, 'wake');
    assert.equal(await statesOf(plane), { 'Deployment web': [3], 'StatefulSet db': [3] });
    await waitForReadyPods(plane, 3);
    const awake = await specsOf(plane);
    await runCronJob(plane, objects, 'wake');
    assert.equal(await specsOf(plane), awake);
    await deleteWorkloads(plane);
  });

  test('do not change excluded workloads, workloads that were at 0 before, or workloads in other namespaces', async () => {
    const plane = await sharedControlPlane();
    const objects = await applied(plane, tenant + nights);
    const exclude = { 'hibernation.stakater.com/exclude': 'true' };
    await createWorkloads(
      plane,
      [workload('Deployment', 'excluded', 2, exclude), workload('Deployment', 'off', 0)],
      undefined,
    );
    const other = workload('Deployment', 'other', 2);
    await createWorkloads(
      plane,
      [{ ...other, metadata: { ...other.metadata, namespace: 'sleepers-prod' } }],
      undefined,
    );
    for (const action of ['sleep', 'wake'] as const) {
      await runCronJob(plane, objects, action);
      assert.equal(await statesOf(plane), { 'Deployment excluded': [2], 'Deployment off': [0] });
      assert.equal(await statesOf(plane, 'sleepers-prod'), { 'Deployment other': [2] });
    }
    await deleteWorkloads(plane);
  });

  test('keep the count of a workload that a person woke up, and reject an annotation that is not a number', async () => {
    const plane = await sharedControlPlane();
    const objects = await applied(plane, tenant + nights);
    const hostile = {
      [kept]: '1\n--server=http://127.0.0.1:9/4/1/7/',
      'hibernation.stakater.com/exclude': 'x\ny/1/1/1/1',
    };
    await createWorkloads(
      plane,
      [workload('Deployment', 'web', 3), workload('Deployment', 'hostile', 0, hostile)],
      undefined,
    );
    await runCronJob(plane, objects, 'sleep');
    plane.kubectl(['scale', 'deployment/web', '--replicas=5', '-n', 'sleepers-dev']);
    const { status, stderr } = await runJob(plane, { job: cronJobOf(objects, 'wake'), objects });
    assert.is(status, 1);
    assert.match(
      stderr,
      /deployments\.apps hostile in sleepers-dev: the annotation leasehold\.dev\/replicas-before-sleep is not a number: 1%0A/,
    );
    const { 'Deployment web': web } = await statesOf(plane);
    assert.equal(web, [5]);
    await deleteWorkloads(plane);
  });

  test('put workloads to sleep immediately until the supervisor is removed, then wake them and drop their permissions', async () => {
    const plane = await sharedControlPlane();
    const asleep = await applied(plane, tenant + supervisor('{}'));
    await createWorkloads(plane, [workload('Deployment', 'web', 3)], 3);
    await runJobs(plane, asleep);
    assert.equal(await statesOf(plane), { 'Deployment web': [0, '3'] });
    await runCronJob(plane, asleep, 'sleep');

    const awake = await applied(plane, tenant);
    assert.not(
      awake.some(({ kind }) => kind === 'RoleBinding'),
      'a RoleBinding is still rendered',
    );
    await runJobs(plane, awake);
    assert.equal(await statesOf(plane), { 'Deployment web': [3] });
    const bindings = plane.kubectl(['get', 'rolebindings', '-n', 'sleepers-dev', '-o', 'name']);
    assert.not.match(bindings.stdout, 'leasehold-hibernation');
    await runJobs(plane, awake);
    await deleteWorkloads(plane);
  });

  test('do not let the account read or delete other objects, in the same or another namespace', async () => {
    const plane = await sharedControlPlane();
    await applied(plane, tenant + nights);
    const account = plane.api.as('system:serviceaccount:leasehold-hibernation:hibernation', 'system:serviceaccounts');
    const ask = async (method: string, path: string) =>
      (await account.request(method, path, method === 'POST' ? { body: {} } : {})).status;
    // The API server reads new bindings with a delay.
    const deployments = '/apis/apps/v1/namespaces/sleepers-dev/deployments';
    await eventually('the binding is in force', async () => (await ask('GET', deployments)) === 200 || undefined);
    for (const path of [
      '/apis/apps/v1/namespaces/sleepers-prod/deployments',
      '/apis/apps/v1/deployments',
      '/apis/apps/v1/namespaces/sleepers-dev/daemonsets',
      '/api/v1/namespaces/sleepers-dev/secrets',
      '/api/v1/namespaces',
    ])
      assert.is(await ask('GET', path), 403, path);
    assert.is(await ask('POST', '/apis/apps/v1/namespaces/sleepers-dev/deployments'), 403);
    assert.is(await ask('DELETE', '/apis/apps/v1/namespaces/sleepers-dev/deployments/web'), 403);
    assert.is(
      await ask('DELETE', '/apis/rbac.authorization.k8s.io/v1/namespaces/sleepers-dev/rolebindings/other'),
      403,
    );
  });
});

async function applied({ api }: ControlPlane, text: string): Promise<readonly KubeObject[]> {
  const { ok, files, problems } = render([{ path: 'in.yaml', text }]);
  assert.ok(ok, JSON.stringify(problems));
  const objects = files.flatMap((file) => readManifests(file.text));
  const cluster = clusterOf(api);
  await prepare(cluster, objects);
  assert.equal(complaints(await cluster.apply(objects, { force: true })), []);
  return objects;
}
