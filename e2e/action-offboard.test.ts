import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld, type World } from './github/checkout.ts';
import { inRun } from './github/events.ts';

const branch = 'leasehold-offboard-tenants';
const leaving = (name: string, day: string) =>
  kleffTenant(name).replace('annotations: {', `annotations: { leasehold.dev/delete-after: "${day}",`);
const past = { 'tenants/acme.yaml': leaving('acme', '2020-12-31') };
/** The inputs and the event of a scheduled run, whose payload has no repository. */
const asked = {
  with: { mode: 'offboard' },
  env: { GITHUB_EVENT_NAME: 'schedule' },
  payload: { schedule: '17 5 * * *' },
};

const inventory = JSON.stringify({
  kind: 'List',
  items: [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: {
        name: 'pv-1',
        labels: { 'leasehold.dev/tenant': 'acme' },
        annotations: { 'leasehold.dev/claim': 'user-acme/data', 'leasehold.dev/reclaim-policy': 'Delete' },
      },
      spec: { capacity: { storage: '1Gi' }, claimRef: { namespace: 'user-acme', name: 'data', uid: '1' } },
    },
  ],
});

suite('mode offboard', (test) => {
  test('opens one pull request that removes tenants after their last day', () =>
    inWorld(async ({ server, push, checkout, git }) => {
      const main = push({ ...past, '.leasehold/inventory.json': inventory });
      const run = await runAction(server, checkout(main), { ...asked, with: { ...asked.with, labels: 'offboarding' } });
      assert.equal([run.code, run.outputs['pull-request']], [0, '101'], run.log);
      const [pull] = server.pulls;
      assert.ok(pull);
      const { head, base, title, body, labels } = pull;
      assert.equal([head, base, title, labels], [branch, 'main', 'leasehold: remove tenant acme', ['offboarding']]);
      assert.match(body, '- `acme`: 2020-12-31');
      assert.match(body, '1 retained volume of `acme` remains in the cluster: `pv-1` (`user-acme/data`, 1Gi)');
      git('fetch', '--quiet', 'origin', branch);
      assert.is(git('diff', '--name-status', main, 'FETCH_HEAD'), 'D\ttenants/acme.yaml');
      assert.is(
        git('log', '-1', '--format=%s%n%b', 'FETCH_HEAD'),
        'Remove 1 tenant\nacme: the last day was 2020-12-31',
      );
      assert.equal(server.violations, []);
    }));

  test('reports that the remaining volumes are unknown if the inventory cannot be read', () =>
    inWorld(async ({ server, push, checkout }) => {
      const main = push({ ...past, '.leasehold/inventory.json': '{"kind": "Status"}' });
      const run = await runAction(server, checkout(main), asked);
      assert.is(run.code, 0, run.log);
      assert.match(server.pulls[0]?.body ?? '', 'Could not determine which volumes remain');
    }));

  test('keeps commits that people add to its branch, and starts again when the files change', () =>
    inWorld(async (world) => {
      const { server, push, checkout, git } = world;
      await runAction(server, checkout(push(past)), asked);
      const tip = () => server.repository.git(['rev-parse', branch]).trim();
      git('fetch', '--quiet', 'origin', branch);
      const edited = push({ 'notes.txt': 'done' }, branch, 'FETCH_HEAD');
      git('checkout', '--quiet', 'main');
      const again = await runAction(server, checkout(git('rev-parse', 'main')), inRun(asked, 1001));
      assert.equal([again.code, tip()], [0, edited], again.log);
      const changed = push({ 'tenants/globex.yaml': leaving('globex', '2021-01-01') });
      const third = await runAction(server, checkout(changed), inRun(asked, 1002));
      assert.is(third.code, 0, third.log);
      assert.is.not(tip(), edited);
      assert.match(server.pulls[0]?.body ?? '', '- `globex`: 2021-01-01');
      assert.is(server.pulls.length, 1);
      assert.equal(server.violations, []);
    }));

  test('closes the pull request if the last day is postponed, and does nothing if no tenant is past its last day', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const nothing = await runAction(server, checkout(main), asked);
      assert.equal([nothing.code, server.pulls], [0, []], nothing.log);
      await runAction(server, checkout(push(past)), asked);
      const later = push({ 'tenants/acme.yaml': leaving('acme', '9999-12-31') });
      const run = await runAction(server, checkout(later), inRun(asked, 1001));
      assert.is(run.code, 0, run.log);
      assert.is(server.repository.find(`refs/heads/${branch}`), undefined);
      assert.match(server.comments[0]?.body ?? '', 'no tenant is past its last day');
      assert.equal(server.violations, []);
    }));

  test('opens no pull request for an outdated checkout, and rejects files with errors and a run for a branch other than the source branch', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      push(past);
      const outdated = await runAction(server, checkout(main), asked);
      assert.match(outdated.log, 'no pull request is opened: main has a newer commit');
      const broken = await runAction(server, checkout(push({ ...past, 'tenants/b.yaml': 'a: [' })), asked);
      assert.equal([broken.code, server.pulls], [1, []]);
      assert.match(broken.log, '1 error, so no tenant is removed');
      assert.match(broken.log, 'tenants/b.yaml:');
      const other = await runAction(server, checkout(main), {
        ...asked,
        with: { ...asked.with, 'source-branch': 'production' },
      });
      assert.match(other.log, 'this run is for main, but the source branch is production');
    }));
});

suite('mode diff', (test) => {
  test('lists the retained volumes of a removed tenant', () => inWorld(reportsVolumes));
});

async function reportsVolumes({ server, push, checkout }: World): Promise<void> {
  const base = push({ '.leasehold/inventory.json': inventory });
  const head = push({ 'tenants/acme.yaml': null });
  const given = { with: { mode: 'diff', base, comment: 'false', 'max-removed': '100' } };
  const run = await runAction(server, checkout(head, 5), given);
  assert.is(run.code, 0, run.log);
  assert.match(run.summary, '1 retained volume of `acme` remains in the cluster');
}
