import * as assert from 'uvu/assert';
import { type Forge, ForgeError } from '../../gateway/changes/forge.ts';
import { localForge } from '../../gateway/changes/forge-local.ts';
import type { ChangeRecord } from '../../gateway/changes/record.ts';
import { suite } from '../harness.ts';
import { type Fixture, gatewayFixture, jsonOf } from './fixture.ts';
import { addMember, propose } from './propose.ts';

/** A forge that rejects every push, for example because of a secret in a file. */
const rejecting = (): Forge => ({
  kind: 'github',
  open: () => Promise.reject(new ForgeError('rejected', 'push declined')),
  stateOf: async () => ({ state: 'open', checks: 'none', mergeCommit: undefined }),
  close: async () => {},
});

const intentOf = (index: number) => ({ intent: { ...addMember, name: `group-${index}` } });

/** Proposes changes until one gets 422, or until `most` + 1 are proposed; returns the last response. */
async function proposeMany(fixture: Fixture, most: number): Promise<Response> {
  for (let index = 0; ; index++) {
    const response = await propose(fixture, 'owner', intentOf(index));
    if (response.status === 422 || index === most) return response;
  }
}

suite('unfinished changes of a person have a limit', (test) => {
  test('if the forge rejects them', async () => {
    const fixture = gatewayFixture({}, rejecting);
    const headers = { 'idempotency-key': 'one' };
    await propose(fixture, 'owner', intentOf(100), headers);
    const response = await proposeMany(fixture, 12);
    assert.match(String((await jsonOf(response))['detail']), '10 of your changes are pending; the maximum is 10');
    assert.is(fixture.saved().length, 10);
    const repeated = await propose(fixture, 'owner', intentOf(100), headers);
    assert.is(repeated.status, 502, 'a repeated request is not a new change');
    assert.is((await propose(fixture, 'admin', intentOf(0))).status, 502, 'other people can propose changes');
    const { id } = fixture.saved()[0] ?? {};
    await fixture.ask('owner', `/api/v1/changes/${id}`, { method: 'DELETE' });
    assert.is((await propose(fixture, 'owner', intentOf(20))).status, 502, 'a closed change is not counted');
  });

  test('if they are open', async () => {
    const fixture = gatewayFixture({}, localForge);
    const { gateway } = fixture;
    const first = await jsonOf(await propose(fixture, 'owner', intentOf(0)));
    const known = (await gateway.changes.find(String(first['id']))) as ChangeRecord;
    for (let index = 1; index < 100; index++) await gateway.changes.add({ ...known, id: `${known.id}-${index}` });
    const response = await propose(fixture, 'owner', intentOf(1));
    assert.is(response.status, 422);
    assert.match(String((await jsonOf(response))['detail']), '100 of your changes are open; the maximum is 100');
  });
});
