import * as assert from 'uvu/assert';
import type { Failure, SubmittedChange } from '../../console/data/gateway.ts';
import { failureOf, type GatewayClient, openGateway } from '../../console/data/gateway-client.ts';
import { hasConflictMarkers, readsEverything } from '../../console/model/submitted-changes.ts';
import { publicRecord } from '../../gateway/changes/record.ts';
import { suite } from '../harness.ts';
import { type Fixture, gatewayFixture } from './fixture.ts';
import type { PersonName } from './people.ts';
import { before, file, withMember } from './propose.ts';

/** The console's client, signed in as a person and connected to the routes of the gateway. */
function clientOf({ ask }: Fixture, name: PersonName | undefined): GatewayClient {
  return openGateway((path, { method, headers, body }) =>
    ask(name, `/${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  );
}

const request = { title: 'Add a member', description: '', files: [{ path: file, text: withMember }] };

function failureIn(reply: { readonly ok: boolean; readonly failure?: Failure }): Failure {
  assert.not.ok(reply.ok);
  return reply.failure ?? { why: 'signed-out' };
}

suite('the console and the gateway', (test) => {
  test('show who is signed in', async () => {
    const fixture = gatewayFixture();
    const owner = await clientOf(fixture, 'owner').session();
    assert.ok(owner.ok);
    assert.equal(
      [owner.value.user, owner.value.tenants, owner.value.forge, readsEverything(owner.value)],
      ['olga@corp.io', [{ name: 'pay', role: 'owner' }], 'local', false],
    );
    const admin = await clientOf(fixture, 'admin').session();
    assert.ok(admin.ok && readsEverything(admin.value));
    assert.equal(failureIn(await clientOf(fixture, undefined).session()), { why: 'signed-out' });
  });

  test('propose a change once for each key, and list it', async () => {
    const fixture = gatewayFixture();
    const client = clientOf(fixture, 'owner');
    const terms = { base: fixture.gateway.branch.head().sha, key: 'one' };
    const [first, again] = [await client.propose(request, terms), await client.propose(request, terms)];
    assert.ok(first.ok && again.ok);
    assert.is(first.value.id, again.value.id);
    const [record] = fixture.saved();
    const expected: SubmittedChange | undefined = record && publicRecord(record);
    const listed = await client.changes();
    assert.equal(listed.ok && listed.value, JSON.parse(JSON.stringify([expected])));
    const closed = await client.close(first.value.id);
    assert.is(closed.ok && closed.value.state, 'closed');
  });

  test('show the verdict before a change is proposed', async () => {
    const fixture = gatewayFixture();
    const allowed = await clientOf(fixture, 'owner').preview(request.files);
    assert.ok(allowed.ok && allowed.value.ok);
    assert.equal([allowed.value.verdict.verdict, allowed.value.changes.length > 0], ['allowed', true]);
    const denied = await clientOf(fixture, 'viewer').preview(request.files);
    assert.ok(denied.ok);
    assert.is(denied.value.verdict.verdict, 'denied');
    const failure = failureIn(
      await clientOf(fixture, 'viewer').propose(request, { base: fixture.gateway.branch.head().sha, key: 'k' }),
    );
    assert.equal(failure, { why: 'denied', reasons: denied.value.verdict.reasons });
  });

  test('keep both edits of a file that changed in the meantime', async () => {
    const fixture = gatewayFixture();
    const client = clientOf(fixture, 'owner');
    const base = fixture.gateway.branch.head().sha;
    fixture.commit(file, before.replace('backup: daily', 'backup: hourly'));
    await fixture.gateway.branch.refresh();
    const failure = failureIn(await client.propose(request, { base, key: 'k' }));
    assert.is(failure.why, 'conflict');
    if (failure.why !== 'conflict') return;
    const [conflict] = failure.conflicts;
    assert.equal([conflict?.base, conflict?.yours], [before, withMember]);
    const text = conflict?.merged.text ?? '';
    assert.match(text, /pay-audit/);
    assert.match(text, /hourly/);
    const merged = { ...request, files: [{ path: file, text }] };
    assert.ok((await client.propose(merged, { base: failure.head, key: 'k2' })).ok);
  });

  test('distinguish a rewritten branch, errors of files, and a forge or a gateway that does not respond', async () => {
    const fixture = gatewayFixture();
    const client = clientOf(fixture, 'owner');
    const rewritten = await client.propose(request, { base: 'a'.repeat(40), key: 'k' });
    assert.equal(failureIn(rewritten), { why: 'rewritten' });
    const broken = { ...request, files: [{ path: file, text: before.replace('quota: small', 'quota: none') }] };
    const invalid = failureIn(await client.propose(broken, { base: fixture.gateway.branch.head().sha, key: 'k' }));
    assert.ok(invalid.why === 'invalid' && invalid.problems.length > 0);
    const change = { id: 'a' } as SubmittedChange;
    for (const status of [502, 503])
      assert.equal(failureOf(status, { detail: 'down', change }), { why: 'kept', detail: 'down', change });
    assert.equal(failureOf(503, { title: 'Not available' }), { why: 'unavailable', detail: 'Not available' });
    assert.equal(failureOf(403, {}), { why: 'denied', reasons: ['the response has status 403'] });
    const offline = openGateway(() => Promise.reject(new TypeError('no network')));
    assert.equal(failureIn(await offline.session()), { why: 'unavailable', detail: '' });
  });

  test('find conflict markers only at the start of a line', () => {
    assert.ok(hasConflictMarkers('a: |\n<<<<<<< yours\n  x\n=======\n  y\n>>>>>>> theirs\n'));
    assert.ok(hasConflictMarkers('=======\n'));
    assert.not.ok(hasConflictMarkers('a: "======="\n# <<<<<<< x\n'));
  });
});
