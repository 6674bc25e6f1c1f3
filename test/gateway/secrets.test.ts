import pg from 'pg';
import * as assert from 'uvu/assert';
import { readSecrets } from '../../gateway/config.ts';
import { connectionOf } from '../../gateway/store/database.ts';
import { suite } from '../harness.ts';

const session = { LEASEHOLD_SESSION_SECRET: 's'.repeat(32) };

function read(environment: Readonly<Record<string, string>>) {
  const found = readSecrets(environment);
  assert.ok(found.ok);
  const { costs, database } = found.secrets;
  return [database?.url, costs?.url];
}

suite('the database of the gateway', (test) => {
  test('comes from the URL even if PGHOST is set', () => {
    const urls = { LEASEHOLD_DATABASE_URL: 'postgres://a@b/c', LEASEHOLD_COSTS_URL: 'postgres://d@e/f' };
    assert.equal(read({ ...session, ...urls, CLUSTER_ID: 'one', PGHOST: 'db' }), Object.values(urls));
  });

  test('comes from PGHOST if no URL is set', () => {
    assert.equal(read({ ...session, CLUSTER_ID: 'one', PGHOST: 'db' }), ['postgresql:///', 'postgresql:///']);
  });

  for (const url of ['postgresql:///', 'postgres://gateway@db:5432/gateway'])
    test(`gets the configured password: ${url}`, () => {
      const password = 'a%40b &=/ü';
      assert.is(new pg.Client(connectionOf(url, password)).password, password);
    });

  test('is required if a session secret is set', () => {
    const found = readSecrets(session);
    assert.match(found.ok ? '' : found.message, /set LEASEHOLD_DATABASE_URL or PGHOST/);
  });

  test('is not set by PGHOST alone', () => {
    assert.equal(read({ PGHOST: 'db' }), [undefined, undefined]);
  });
});
