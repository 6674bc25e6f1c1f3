import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { runCronJob, runJobs } from '../hibernation-jobs.ts';
import type { KubeObject } from '../manifests.ts';
import { compareAgain, refreshTo } from './application.ts';
import {
  countIs,
  generationOf,
  ignoreAsleep,
  removeApplications,
  type Setup,
  sharedSetup,
  stateOf,
} from './sleeping-applications.ts';
import { instance, sleepingNamespace, supervisor } from './sleeping-tenant.ts';

const everything = ['with-window', 'without-window', 'cache'];
const asleep = [0, '3'];
const traces = /hibernation|sleeping/;
let rendered: readonly KubeObject[] = [];

async function goToSleep({ argo }: Setup): Promise<void> {
  await runCronJob(argo.plane, rendered, 'sleep');
}

/** Hard-refreshes everything three times. */
async function hardRefresh({ withWindow, withoutWindow, tenants }: Setup): Promise<void> {
  for (let times = 0; times < 3; times++)
    await Promise.all([withWindow, withoutWindow, tenants].map((application) => compareAgain(application, 'hard')));
}

suite('in a real Argo CD with automated sync and self-heal, a sleeping workload', (test) => {
  test('stays asleep with the settings of the installation, in every project', async () => {
    const setup = await sharedSetup();
    rendered = await setup.push(supervisor('asleep'));
    await goToSleep(setup);
    const before = everything.map((name) => generationOf(setup, name));
    await hardRefresh(setup);
    for (const name of everything) assert.equal(await stateOf(setup, name), asleep, name);
    assert.equal(
      everything.map((name) => generationOf(setup, name)),
      before,
    );
    assert.is((await setup.withoutWindow.status()).sync?.status, 'Synced');
  });

  test('stays asleep at a new commit if its project has a sync window, and wakes up if it has none', async () => {
    const setup = await sharedSetup();
    const before = generationOf(setup, 'with-window');
    const commit = setup.release('example.com/main:2');
    for (const application of [setup.withWindow, setup.withoutWindow]) await refreshTo(application, commit);
    await setup.withoutWindow.settled(commit);
    assert.equal(await stateOf(setup, 'without-window'), [3, '3']);
    await hardRefresh(setup);
    const { sync, operationState } = await setup.withWindow.status();
    assert.equal([sync?.status, sync?.revision], ['OutOfSync', commit]);
    assert.is.not(operationState?.syncResult?.revision, commit);
    assert.equal(await stateOf(setup, 'with-window'), asleep);
    assert.is(generationOf(setup, 'with-window'), before);
  });

  test('is woken up by self-heal without the settings of the installation, unless a sync window prevents that', async () => {
    const setup = await sharedSetup();
    await goToSleep(setup);
    const before = generationOf(setup, 'with-window');
    await ignoreAsleep(setup, false);
    try {
      await hardRefresh(setup);
      for (const name of ['without-window', 'cache']) await countIs(setup, name, [3, '3']);
      await hardRefresh(setup);
      assert.equal(await stateOf(setup, 'with-window'), asleep);
      assert.is(generationOf(setup, 'with-window'), before);
    } finally {
      await ignoreAsleep(setup, true);
      await hardRefresh(setup);
    }
  });

  test('stays asleep if leasehold renders it and a commit changes it, and the change is applied', async () => {
    const setup = await sharedSetup();
    await goToSleep(setup);
    rendered = await setup.push(instance('example.com/cache:2'));
    await hardRefresh(setup);
    const image = '-o=jsonpath={.spec.template.spec.containers[0].image}';
    const { stdout } = setup.argo.plane.kubectl(['get', 'statefulset/cache', '-n', sleepingNamespace, image]);
    assert.equal([stdout, ...(await stateOf(setup, 'cache'))], ['example.com/cache:2', ...asleep]);
  });

  test('is awake after a manual sync, and sleeps again the next night', async () => {
    const setup = await sharedSetup();
    const commit = setup.release('example.com/main:3');
    await refreshTo(setup.withWindow, commit);
    await setup.withWindow.sync(commit);
    await setup.withWindow.settled(commit);
    assert.equal(await stateOf(setup, 'with-window'), [3, '3']);
    await goToSleep(setup);
    await hardRefresh(setup);
    assert.equal(await stateOf(setup, 'with-window'), asleep);
  });

  test('wakes up with its former replica count, and then the pending commit is applied', async () => {
    const setup = await sharedSetup();
    const commit = setup.release('example.com/main:4');
    await refreshTo(setup.withWindow, commit);
    rendered = await setup.push(supervisor('awake'));
    await runCronJob(setup.argo.plane, rendered, 'wake');
    for (const name of everything) assert.equal(await stateOf(setup, name), [3], name);
    await setup.withWindow.settled(commit);
  });

  test('is reset by self-heal again after it has woken up', async () => {
    const setup = await sharedSetup();
    setup.argo.plane.kubectl(['scale', 'deployments,statefulsets', '--all', '--replicas=1', '-n', sleepingNamespace]);
    for (const name of everything) await countIs(setup, name, [3]);
  });

  test('in a project with a sync window stays asleep at a new commit until its supervisor is removed, and no workload keeps an annotation after that', async () => {
    const setup = await sharedSetup();
    const { plane } = setup.argo;
    rendered = await setup.push(supervisor('asleepUntilRemoved'));
    await runJobs(plane, rendered);
    const commit = setup.release('example.com/main:5');
    await refreshTo(setup.withWindow, commit);
    await hardRefresh(setup);
    for (const name of ['with-window', 'cache']) assert.equal(await stateOf(setup, name), asleep, name);

    const own = ['-A', '-l', 'leasehold.dev/tenant=sleeping', '-o', 'name'];
    const rights = () => plane.kubectl(['get', 'rolebindings,cronjobs', ...own]).stdout;
    assert.match(rights(), traces);
    rendered = await setup.push({ 'tenants/supervisor.yaml': null });
    await runJobs(plane, rendered);
    for (const name of everything) assert.equal(await stateOf(setup, name), [3], name);
    await setup.withWindow.settled(commit);
    await eventually('the rights and the jobs are gone', async () => !traces.test(rights()) || undefined);
    await removeApplications(setup);
  });
});
