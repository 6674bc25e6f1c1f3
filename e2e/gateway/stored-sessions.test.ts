import * as assert from 'uvu/assert';
import { noTokens, type Renew, type Session, type Sessions } from '../../gateway/session/sessions.ts';
import { storedSessions } from '../../gateway/session/stored-sessions.ts';
import { deriveKeys } from '../../gateway/store/keys.ts';
import { suite } from '../../test/harness.ts';
import { startGatewayDatabase } from './gateway-database.ts';

const { open, sql, server } = await startGatewayDatabase();
const [one, other] = [open(), open()];

let now = 1_800_000_000_000;
const kim: Session = {
  person: { user: 'kim@corp.io', groups: ['pay-devs'], platformRoles: ['admin'] },
  ...{ name: 'Kim Doe', email: 'kim@corp.io', subject: 'https://id#1', providerSession: 'https://id#s1' },
  expiresAt: now + 3_600_000,
};
const due = { refresh: { token: 'the-refresh-token', dueAt: now + 1000 }, idToken: 'the-id-token' };
const never: Renew = async () => undefined;

function replica(database: typeof one, renew = never, secret = 'a secret of thirty-two characters'): Sessions {
  const personOf: Parameters<typeof storedSessions>[0]['personOf'] = (user, groups) => ({
    ...{ user, groups, platformRoles: groups.includes('admins') ? ['admin'] : [] },
  });
  return storedSessions({ database, keys: deriveKeys(secret), now: () => now, renew, personOf });
}

suite('sessions in PostgreSQL', (test) => {
  test('are shared by all replicas, with the roles of the current configuration', async () => {
    const secret = await replica(one).add(kim, due);
    assert.equal(await replica(other).find(secret), { ...kim, person: { ...kim.person, platformRoles: [] } });
    assert.is(await replica(other, never, 'another secret of the same length').find(secret), undefined);
    assert.is(await replica(other).find(`${secret}x`), undefined);
    assert.equal(await replica(other).remove(secret), due);
    assert.is(await replica(one).find(secret), undefined);
  });

  test('contain names, groups and tokens only in encrypted form, and their secret only as a digest', async () => {
    const secret = await replica(one).add(kim, due);
    const dump = ['gateway_sessions', 'gateway_used']
      .map((table) => sql(`select row_to_json(t) from ${table} t`))
      .join();
    const bytes = sql("select string_agg(encode(sealed, 'escape') || encode(id, 'escape'), ' ') from gateway_sessions");
    const hidden = [secret, 'the-refresh-token', 'the-id-token', 'Kim Doe', 'kim@corp.io', 'pay-devs'];
    const forms = hidden.flatMap((text) => [
      text,
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64'),
    ]);
    assert.ok(dump.includes('https://id#1'));
    for (const text of forms) assert.not.ok(`${dump}${bytes}`.includes(text), text);
  });

  test('cannot be moved to another row, or changed', async () => {
    const [low, high] = [
      await replica(one).add({ ...kim, subject: 'low' }),
      await replica(one).add({ ...kim, subject: 'high' }),
    ];
    sql(
      "update gateway_sessions set sealed = (select sealed from gateway_sessions where subject = 'high') where subject = 'low'",
    );
    assert.is(await replica(one).find(low), undefined);
    sql("update gateway_sessions set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where subject = 'high'");
    assert.is(await replica(one).find(high), undefined);
  });

  test('are renewed only once, even if several replicas notice that they are due', async () => {
    let renewals = 0;
    const renew: Renew = async (token) => {
      renewals += 1;
      await new Promise((done) => setTimeout(done, 200));
      return { session: { ...kim, name: 'Renewed' }, refresh: { token: `${token}-2`, dueAt: now + 60_000 } };
    };
    const [first, second] = [replica(one, renew), replica(other, renew)];
    const secret = await first.add(kim, due);
    now += 2000;
    const all = [first, second, first, second].map((sessions) => sessions.find(secret));
    for (const found of await Promise.all(all)) assert.is(found?.name, 'Renewed');
    assert.is(renewals, 1);
    assert.is((await second.remove(secret))?.refresh?.token, 'the-refresh-token-2');
  });

  test('stay ended if they end during a renewal, and end if the provider does not renew them', async () => {
    let begin = () => {};
    const begun = new Promise<void>((done) => {
      begin = done;
    });
    let answer = () => {};
    const renew: Renew = () => {
      begin();
      return new Promise((done) => {
        answer = () => done({ session: kim, refresh: undefined });
      });
    };
    const sessions = replica(one, renew);
    const secret = await sessions.add({ ...kim, providerSession: 'https://id#s2' }, due);
    const finding = sessions.find(secret);
    await begun;
    assert.is(await replica(other).removeAll('https://id#1', 'https://id#s2'), 1);
    answer();
    assert.is(await finding, undefined);
    const ended = await replica(one).add(kim, due);
    assert.is(await replica(one).find(ended), undefined);
    assert.is(await replica(one).remove(ended), undefined);
  });

  test('remain valid while the provider does not respond', async () => {
    const secret = await replica(one).add(kim, due);
    const down = replica(one, async () => {
      throw new Error('down');
    });
    assert.is((await down.find(secret))?.name, 'Kim Doe');
  });

  test('are limited to twenty per person, and expire', async () => {
    const sessions = replica(one);
    const mine = { ...kim, subject: 'https://id#many', providerSession: undefined };
    const secrets: string[] = [];
    for (let index = 0; index < 22; index++) {
      now += 1;
      secrets.push(await sessions.add(mine, noTokens));
    }
    const found = await Promise.all(secrets.map((secret) => sessions.find(secret)));
    assert.equal(
      found.map((one) => one === undefined),
      [true, true, ...Array(20).fill(false)],
    );
    now += 4_000_000;
    assert.is(await sessions.find(secrets[21] ?? ''), undefined);
    assert.is(await sessions.count(), 0);
    assert.is(await sessions.removeAll('https://id#many', undefined), 20);
  });

  test('are deleted through an index when they expire', () => {
    const plan = sql('set enable_seqscan = off; explain delete from gateway_sessions where expires_at <= now()');
    assert.match(plan, 'gateway_sessions_by_expiry');
  });

  test('the database stops', async () => {
    await Promise.all([one.close(), other.close()]);
    await server.stop();
  });
});
