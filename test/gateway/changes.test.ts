import * as assert from 'uvu/assert';
import { openChanges } from '../../gateway/changes/changes.ts';
import { type Forge, ForgeError } from '../../gateway/changes/forge.ts';
import type { ChangeRecord, ChangeState } from '../../gateway/changes/record.ts';
import { memoryChanges } from '../../gateway/changes/store.ts';
import { sampleText } from '../console/sample.ts';
import { suite } from '../harness.ts';
import { gatewayFixture, jsonOf } from './fixture.ts';
import { addMember, before, edit, file, propose, withMember } from './propose.ts';

suite('changes', (test) => {
  test('become a commit authored by the person, without touching the work tree', async () => {
    const fixture = gatewayFixture();
    const { git, root, gateway, repository } = fixture;
    const head = git('rev-parse', 'main');
    const response = await propose(fixture, 'owner', {
      intent: addMember,
      description: 'They audit.\n\nRequested-by: somebody',
    });
    const change = await jsonOf(response);
    assert.is(response.status, 201, JSON.stringify(change));
    assert.is(response.headers.get('location'), `/api/v1/changes/${change['id']}`);
    const commit = String(change['commit']);
    assert.is(git('show', `${commit}:${file}`), withMember.trimEnd());
    assert.is(git('log', '-1', '--format=%an <%ae> %cn %s', commit), 'owner <olga@corp.io> leasehold Add a member');
    const trailers = git('log', '-1', '--format=%(trailers:key=Requested-by,valueonly)', commit);
    assert.is(trailers.trim(), 'https://tenants.example.com#olga@corp.io');
    assert.equal(
      [git('rev-parse', `${commit}~1`), git('rev-parse', 'main'), git('status', '--porcelain')],
      [head, head, ''],
    );
    assert.is(change['state'], 'open');
    git('merge', '--quiet', '--no-ff', '-m', 'merge', String(change['commit']));
    await gateway.branch.refresh();
    await gateway.changes.refresh();
    assert.is((await gateway.changes.find(String(change['id'])))?.state, 'merged');
    assert.ok(root && repository.head() !== head);
  });

  test('to a quota by an owner need a decision by the platform', async () => {
    const large = sampleText('tenants/mto-quota-small.yaml').replace('name: small', 'name: large');
    const fixture = gatewayFixture({ 'tenants/large.yaml': large });
    const intent = { intent: 'request-quota', tenant: 'pay', quota: 'large' };
    const change = await jsonOf(await propose(fixture, 'owner', { intent }));
    assert.equal([change['state'], change['needsPlatform']], ['open', true]);
    const denied = await propose(fixture, 'editor', { intent });
    assert.is(denied.status, 403);
    assert.match(JSON.stringify(await denied.json()), 'the role editor does not allow');
  });

  test('to a file that someone else changed get a response that merges both edits', async () => {
    const fixture = gatewayFixture();
    const base = fixture.gateway.branch.head().sha;
    fixture.commit(file, before.replace('backup: daily', 'backup: hourly'));
    await fixture.gateway.branch.refresh();
    const headers = { 'if-match': `"${base}"` };
    const response = await propose(fixture, 'owner', edit(withMember), headers);
    const problem = await jsonOf(response);
    assert.is(response.status, 412);
    const [conflict] = problem['conflicts'] as readonly { readonly merged: object; readonly theirs: string }[];
    const merged = withMember.replace('backup: daily', 'backup: hourly');
    assert.equal(conflict?.merged, { text: merged, hasConflicts: false });
    assert.is(problem['head'], fixture.gateway.branch.head().sha);
    assert.is((await propose(fixture, 'owner', edit(merged))).status, 201);
  });

  test('are not affected by commits that change other files', async () => {
    const fixture = gatewayFixture();
    const headers = { 'if-match': `"${fixture.gateway.branch.head().sha}"` };
    const head = fixture.commit(
      'tenants/mto-group-lab-members.yaml',
      sampleText('tenants/mto-group-lab-members.yaml').replace('lin@', 'lina@'),
    );
    await fixture.gateway.branch.refresh();
    const change = await jsonOf(await propose(fixture, 'owner', edit(withMember), headers));
    assert.is(change['base'], head);
  });

  test('are submitted once for each person and idempotency key', async () => {
    const fixture = gatewayFixture();
    const headers = { 'idempotency-key': 'one' };
    const all = await Promise.all([1, 2, 3].map(() => propose(fixture, 'owner', { intent: addMember }, headers)));
    const ids = await Promise.all(all.map(async (response) => (await jsonOf(response))['id']));
    assert.is(new Set(ids).size, 1);
    assert.is((await propose(fixture, 'owner', { intent: { ...addMember, name: 'x' } }, headers)).status, 422);
    assert.is((await jsonOf(await propose(fixture, 'admin', { intent: addMember }, headers)))['id'] === ids[0], false);
  });

  test('survive a forge that is down, and are submitted when it is available again', async () => {
    let isDown = true;
    const opened: string[] = [];
    const fixture = gatewayFixture({}, () => failing(() => isDown, opened));
    const headers = { 'idempotency-key': 'k' };
    const response = await propose(fixture, 'owner', { intent: addMember }, headers);
    const problem = await jsonOf(response);
    assert.equal([response.status, response.headers.get('retry-after')], [503, '30']);
    assert.match(String(problem['detail']), 'down');
    const location = response.headers.get('location') ?? '';
    assert.is((await jsonOf(await fixture.ask('owner', location)))['state'], 'pending');
    assert.is(fixture.saved()[0]?.state, 'pending');
    await fixture.gateway.changes.refresh();
    isDown = false;
    await Promise.all([fixture.gateway.changes.refresh(), propose(fixture, 'owner', { intent: addMember }, headers)]);
    assert.is((await jsonOf(await fixture.ask('owner', location)))['state'], 'open');
    assert.is(opened.length, 1);
  });

  test('stay closed if they are closed while the forge does not respond', async () => {
    let reject = (_: Error) => {};
    const answer = new Promise<never>((_, fail) => {
      reject = fail;
    });
    const fixture = gatewayFixture({}, () => ({ ...failing(() => false, []), open: () => answer }));
    const response = propose(fixture, 'owner', { intent: addMember });
    while (fixture.saved().length === 0) await new Promise((done) => setTimeout(done, 5));
    const { id } = fixture.saved()[0] ?? {};
    assert.is((await fixture.ask('owner', `/api/v1/changes/${id}`, { method: 'DELETE' })).status, 200);
    reject(new ForgeError('unavailable', 'the forge is down'));
    assert.is((await response).status, 503);
    assert.is(fixture.saved()[0]?.state, 'closed');
  });

  test('are removed with their Git references when they are final and old', async () => {
    const fixture = gatewayFixture();
    const { id } = await jsonOf(await propose(fixture, 'owner', { intent: addMember }));
    const change = (await fixture.gateway.changes.find(String(id))) as ChangeRecord;
    const states = ['merged', ...Array<ChangeState>(999).fill('closed'), 'open'] as const;
    const known = states.map((state, index) => ({ ...change, id: index === 0 ? change.id : `old-${index}`, state }));
    const { repository } = fixture;
    const { events } = fixture.gateway;
    const forge = failing(() => false, []);
    const store = memoryChanges(known, () => {});
    const changes = openChanges({ forge, repository, events, appliedCommit: undefined, store });
    assert.is((await changes.all()).length, 1001);
    const references = () => fixture.git('for-each-ref', '--format=%(refname)', 'refs/leasehold');
    assert.is(references(), `refs/leasehold/changes/${id}`);
    await changes.close((await changes.find('old-1000')) as ChangeRecord);
    await changes.refresh();
    assert.equal([(await changes.all()).length, await changes.find(change.id), references()], [1000, undefined, '']);
  });

  test('are visible only to administrators and affected people, and closed by their author but no other member', async () => {
    const fixture = gatewayFixture();
    const { id } = await jsonOf(await propose(fixture, 'owner', { intent: addMember }));
    const path = `/api/v1/changes/${id}`;
    for (const [name, status] of [
      ['stranger', 404],
      ['neighbor', 404],
      ['editor', 200],
      ['admin', 200],
    ] as const)
      assert.is((await fixture.ask(name, path)).status, status, name);
    assert.is((await fixture.ask('editor', path, { method: 'DELETE' })).status, 403);
    assert.is((await jsonOf(await fixture.ask('owner', path, { method: 'DELETE' })))['state'], 'closed');
    assert.is((await fixture.ask('owner', path, { method: 'DELETE' })).status, 409);
    await fixture.gateway.changes.refresh();
    assert.is((await fixture.gateway.changes.find(String(id)))?.state, 'closed');
  });

  test('add a supervisor to put a namespace to sleep, and remove it to wake the namespace', async () => {
    const fixture = gatewayFixture();
    const preview = async (intent: string) => {
      const body = { intent: { intent, namespace: 'pay-prod' } };
      return jsonOf(await fixture.ask('editor', '/api/v1/previews', { method: 'POST', body }));
    };
    const asleep = await preview('sleep');
    const [added] = asleep['files'] as readonly { readonly path: string; readonly text: string }[];
    assert.is(added?.path, 'tenants/resourcesupervisor-pay-prod-asleep.yaml');
    assert.equal([asleep['ok'], (asleep['verdict'] as { verdict: string }).verdict], [true, 'allowed']);
    fixture.commit(added?.path ?? '', added?.text ?? '');
    await fixture.gateway.branch.refresh();
    assert.equal((await preview('wake'))['files'], [{ path: added?.path, text: null }]);
  });
});

function failing(isDown: () => boolean, opened: string[]): Forge {
  return {
    kind: 'gitea',
    open: async ({ id }) => {
      if (isDown()) throw new ForgeError('unavailable', 'the forge is down');
      opened.push(id);
      return { number: 1, url: 'https://git.example.com/1' };
    },
    stateOf: async () => ({ state: 'open', checks: 'none', mergeCommit: undefined }),
    close: async () => {},
  };
}
