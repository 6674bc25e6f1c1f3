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
  type Stage,
  sharedStage,
  stateOf,
} from './sleeping-applications.ts';
import { instance, sleepingNamespace, supervisor } from './sleeping-tenant.ts';

const everything = ['held', 'unheld', 'cache'];
const asleep = [0, '3'];
const traces = /hibernation|sleeping/;
let rendered: readonly KubeObject[] = [];

async function goToSleep({ argo }: Stage): Promise<void> {
  await runCronJob(argo.plane, rendered, 'sleep');
}

/** Hard-refreshes everything three times. */
async function lookHard({ held, unheld, tenants }: Stage): Promise<void> {
  for (let times = 0; times < 3; times++)
    await Promise.all([held, unheld, tenants].map((application) => compareAgain(application, 'hard')));
}

suite('in a real Argo CD with automated sync and self-heal, a sleeping workload', (test) => {
  test('stays asleep with the settings of the installation, in every project', async () => {
    const stage = await sharedStage();
    rendered = await stage.push(supervisor('asleep'));
    await goToSleep(stage);
    const before = everything.map((name) => generationOf(stage, name));
    await lookHard(stage);
    for (const name of everything) assert.equal(await stateOf(stage, name), asleep, name);
    assert.equal(
      everything.map((name) => generationOf(stage, name)),
      before,
    );
    assert.is((await stage.unheld.status()).sync?.status, 'Synced');
  });

  test('stays asleep at a new commit if its project has a sync window, and wakes up if it has none', async () => {
    const stage = await sharedStage();
    const before = generationOf(stage, 'held');
    const commit = stage.release('example.com/main:2');
    for (const application of [stage.held, stage.unheld]) await refreshTo(application, commit);
    await stage.unheld.settled(commit);
    assert.equal(await stateOf(stage, 'unheld'), [3, '3']);
    await lookHard(stage);
    const { sync, operationState } = await stage.held.status();
    assert.equal([sync?.status, sync?.revision], ['OutOfSync', commit]);
    assert.is.not(operationState?.syncResult?.revision, commit);
    assert.equal(await stateOf(stage, 'held'), asleep);
    assert.is(generationOf(stage, 'held'), before);
  });

  test('is woken up by self-heal without those settings, unless a sync window prevents that', async () => {
    const stage = await sharedStage();
    await goToSleep(stage);
    const before = generationOf(stage, 'held');
    await ignoreAsleep(stage, false);
    try {
      await lookHard(stage);
      for (const name of ['unheld', 'cache']) await countIs(stage, name, [3, '3']);
      await lookHard(stage);
      assert.equal(await stateOf(stage, 'held'), asleep);
      assert.is(generationOf(stage, 'held'), before);
    } finally {
      await ignoreAsleep(stage, true);
      await lookHard(stage);
    }
  });

  test('stays asleep if leasehold renders it and a commit changes it, and the change is applied', async () => {
    const stage = await sharedStage();
    await goToSleep(stage);
    rendered = await stage.push(instance('example.com/cache:2'));
    await lookHard(stage);
    const image = '-o=jsonpath={.spec.template.spec.containers[0].image}';
    const { stdout } = stage.argo.plane.kubectl(['get', 'statefulset/cache', '-n', sleepingNamespace, image]);
    assert.equal([stdout, ...(await stateOf(stage, 'cache'))], ['example.com/cache:2', ...asleep]);
  });

  test('is awake after a manual sync, and sleeps again the next night', async () => {
    const stage = await sharedStage();
    const commit = stage.release('example.com/main:3');
    await refreshTo(stage.held, commit);
    await stage.held.sync(commit);
    await stage.held.settled(commit);
    assert.equal(await stateOf(stage, 'held'), [3, '3']);
    await goToSleep(stage);
    await lookHard(stage);
    assert.equal(await stateOf(stage, 'held'), asleep);
  });

  test('wakes up with its former replica count, and then the pending commit is applied', async () => {
    const stage = await sharedStage();
    const commit = stage.release('example.com/main:4');
    await refreshTo(stage.held, commit);
    rendered = await stage.push(supervisor('awake'));
    await runCronJob(stage.argo.plane, rendered, 'wake');
    for (const name of everything) assert.equal(await stateOf(stage, name), [3], name);
    await stage.held.settled(commit);
  });

  test('is reset by self-heal again after it has woken up', async () => {
    const stage = await sharedStage();
    stage.argo.plane.kubectl(['scale', 'deployments,statefulsets', '--all', '--replicas=1', '-n', sleepingNamespace]);
    for (const name of everything) await countIs(stage, name, [3]);
  });

  test('stays asleep through every commit until its supervisor is removed, and keeps no annotation after that', async () => {
    const stage = await sharedStage();
    const { plane } = stage.argo;
    rendered = await stage.push(supervisor('asleepUntilRemoved'));
    await runJobs(plane, rendered);
    const commit = stage.release('example.com/main:5');
    await refreshTo(stage.held, commit);
    await lookHard(stage);
    for (const name of ['held', 'cache']) assert.equal(await stateOf(stage, name), asleep, name);

    const own = ['-A', '-l', 'leasehold.dev/tenant=sleeping', '-o', 'name'];
    const rights = () => plane.kubectl(['get', 'rolebindings,cronjobs', ...own]).stdout;
    assert.match(rights(), traces);
    rendered = await stage.push({ 'tenants/supervisor.yaml': null });
    await runJobs(plane, rendered);
    for (const name of everything) assert.equal(await stateOf(stage, name), [3], name);
    await stage.held.settled(commit);
    await eventually('the rights and the jobs are gone', async () => !traces.test(rights()) || undefined);
    await removeApplications(stage);
  });
});
