import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { ChangeRecord } from '../../gateway/changes/record.ts';
import { copyChanges } from '../../gateway/changes/store.ts';
import { storedChanges } from '../../gateway/changes/stored-changes.ts';
import { storedUsedOnce } from '../../gateway/session/used-once.ts';
import { DatabaseUnavailable } from '../../gateway/store/unavailable.ts';
import { suite } from '../../test/harness.ts';
import { temporaryFolder } from '../temporary.ts';
import { startGatewayDatabase } from './gateway-database.ts';

const { open, sql, server } = await startGatewayDatabase();
const [one, other] = [open(), open()];

const change: ChangeRecord = {
  ...{
    id: 'a',
    title: 'T\u0000',
    description: '',
    user: 'kim',
    createdAt: '2026-01-01T00:00:00Z',
    base: 'b',
    commit: 'c',
  },
  ...{ files: [], tenants: [], risk: undefined, needsPlatform: false, request: { key: 'k', digest: 'd' } },
  ...{ state: 'pending', pull: undefined, checks: undefined, mergeCommit: undefined, failure: undefined },
  content: undefined,
};

suite('changes in PostgreSQL', (test) => {
  test('are stored once for each person and request key', async () => {
    const added = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id, index) => storedChanges(index % 2 ? one : other).add({ ...change, id })),
    );
    assert.is(new Set(added.map(({ id }) => id)).size, 1);
    assert.equal(await storedChanges(one).repeated('kim', 'k'), JSON.parse(JSON.stringify(added[0])));
    assert.is((await storedChanges(one).add({ ...change, id: 'e', user: 'ada' })).id, 'e');
    for (const id of ['f', 'g']) await storedChanges(one).add({ ...change, id, request: undefined });
    assert.equal(
      (await storedChanges(other).all()).slice(1).map(({ id }) => id),
      ['e', 'f', 'g'],
    );
  });

  test('keep every modification of concurrent replicas', async () => {
    const add = (database: typeof one, file: string) =>
      storedChanges(database).update('f', (current) => ({ ...current, files: [...current.files, file] }));
    await Promise.all(Array.from({ length: 8 }, (_, index) => add(index % 2 ? one : other, String(index))));
    assert.equal((await storedChanges(one).find('f'))?.files.toSorted(), ['0', '1', '2', '3', '4', '5', '6', '7']);
    assert.is(sql("select version from gateway_changes where id = 'f'"), '9');
    assert.is(await storedChanges(one).update('missing', (current) => current), undefined);
    await storedChanges(one).remove(['f', 'missing']);
    assert.is(await storedChanges(one).find('f'), undefined);
    assert.is(await storedChanges(one).find('\0'), undefined);
  });

  test('are copied once from an earlier file', async () => {
    const file = join(temporaryFolder('leasehold-copied-'), 'changes.json');
    writeFileSync(file, JSON.stringify([{ ...change, id: 'old', request: undefined }]));
    const store = storedChanges(one);
    for (let run = 0; run < 2; run++) await copyChanges(file, store);
    await copyChanges(`${file}.copied`, store);
    assert.is((await store.all()).filter(({ id }) => id === 'old').length, 1);
  });

  test('are processed by one replica at a time', async () => {
    const order: string[] = [];
    const act = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((done) => setTimeout(done, 100));
      order.push(`${name} ends`);
    };
    await Promise.all([one.exclusively('x', act('1')), other.exclusively('x', act('2'))]);
    assert.is(order[1]?.split(' ')[0], order[0]?.split(' ')[0]);
    await one.exclusively('x', () => other.ifAlone('x', async () => assert.unreachable()));
    const failure = await one.exclusively('x', async () => Promise.reject(new TypeError('fetch failed'))).catch(String);
    assert.is(failure, 'TypeError: fetch failed');
  });
});

suite('the database of the gateway', (test) => {
  test('accepts each identifier once, and stores only its digest', async () => {
    const until = Date.now() + 60_000;
    assert.equal(
      [await storedUsedOnce(one).use('jti', until), await storedUsedOnce(other).use('jti', until)],
      [true, false],
    );
    assert.not.match(sql("select encode(id, 'escape') from gateway_used"), 'jti');
  });

  test('is unavailable while it is down, works again afterwards, and is not used if its schema is newer', async () => {
    await server.stop();
    assert.is(await one.isReady(), false);
    const failure = await one.query('select 1', []).catch((error) => error);
    assert.instance(failure, DatabaseUnavailable);
    assert.match(failure.message, /^the database failed: /);
    const late = open();
    assert.is(await late.isReady(), false);
    await server.start();
    assert.equal([await one.isReady(), await late.isReady()], [true, true]);
    sql('insert into gateway_migrations (version) values (99)');
    const newer = open();
    assert.match(String(await newer.query('select 1', []).catch((error) => error.message)), 'version 99');
    await Promise.all([one, other, late, newer].map((database) => database.close()));
    await server.stop();
  });
});
