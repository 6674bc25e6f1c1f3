import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';
import { containerOf, logs, run } from './pod-script.ts';

const sample = caseFiles('kryton', 'renders the sample with backups and snapshots');
const backup = containerOf(sample, 'CronJob.batch kryton/kryton-sample-backup', 'pgdump');
const snapshot = containerOf(sample, 'CronJob.batch kryton/kryton-sample-snapshot', 'snapshotter');

/** Fake PostgreSQL programs that dump a database with one table. */
const dumps = `${logs}; for one; do case $one in --file=*) : >"\${one#--file=}" ;; esac; done`;
const postgres = { pg_dump: dumps, pg_restore: `${logs}; echo "1; 0 1 TABLE DATA public notes"` };

suite('in the scripts of Kryton,', (test) => {
  test('a backup dumps, uploads below the prefix and only then deletes expired dumps', () => {
    const old = 'echo store/kryton-backups/kryton-sample/kryton-20200101T000000Z.dump';
    const mc = `${logs}; [ "$1" != find ] || ${old}`;
    const { status, calls } = run(backup, { programs: { ...postgres, mc } });
    const stamp = /kryton-(\d{8}T\d{6}Z)\.dump/.exec(calls.join())?.[1];
    assert.is(status, 0);
    assert.equal(calls, [
      'mc alias set store https://minio.kw.local OBJECT_STORE_ACCESS_KEY OBJECT_STORE_SECRET_KEY',
      'mc ls store/kryton-backups/kryton-sample/',
      `pg_dump --format=custom --no-owner --no-acl --file=WORK/work/kryton-${stamp}.dump`,
      `pg_restore --list WORK/work/kryton-${stamp}.dump`,
      `mc cp WORK/work/kryton-${stamp}.dump store/kryton-backups/kryton-sample/kryton-${stamp}.dump`,
      'mc find store/kryton-backups/kryton-sample/ --name *.dump --older-than 30d',
      'mc rm store/kryton-backups/kryton-sample/kryton-20200101T000000Z.dump',
    ]);
  });

  test('a failed dump uploads nothing, deletes nothing and fails the job', () => {
    const { status, calls, folder } = run(backup, { programs: { mc: logs, pg_dump: `${dumps}; exit 3` } });
    assert.is(status, 3);
    assert.not.match(calls.join(), / cp | rm /);
    assert.equal(readdirSync(join(folder, 'work')), []);
  });

  test('a failed upload deletes nothing and fails the job', () => {
    const { status, calls, folder } = run(backup, { programs: { ...postgres, mc: `${logs}; [ "$1" != cp ]` } });
    assert.is(status, 1);
    assert.not.match(calls.join(), ' rm ');
    assert.equal(readdirSync(join(folder, 'work')), []);
  });

  test('invalid credentials and a missing bucket fail before the dump', () => {
    for (const failing of ['alias', 'ls']) {
      const { status, calls } = run(backup, { programs: { ...postgres, mc: `${logs}; [ "$1" != ${failing} ]` } });
      assert.is(status, 1);
      assert.not.match(calls.join(), 'pg_dump');
    }
  });

  test('write-only credentials are sufficient', () => {
    const mc = `${logs}; [ "$1" != ls ] || { echo "mc: <ERROR> Access Denied." >&2; exit 1; }`;
    assert.is(run(backup, { programs: { ...postgres, mc } }).status, 0);
  });

  test('a dump without tables deletes no other dump', () => {
    const { status, calls, output } = run(backup, { programs: { ...postgres, mc: logs, pg_restore: logs } });
    assert.is(status, 0);
    assert.match(output, 'old dumps are kept');
    assert.not.match(calls.join(), ' rm ');
  });

  test('only dumps of this database and this folder are deleted, and never the dump of this run', () => {
    const folder = 'store/kryton-backups/kryton-sample/';
    const others = ['archive/kryton-20200101T000000Z.dump', 'other-20200101T000000Z.dump', 'kryton-notes.dump'];
    const list = [...others.map((name) => folder + name), '$(cat "$WORK/uploaded")'].join('\\n');
    const mc = `${logs}; case "$1" in cp) printf %s "$3" >"$WORK/uploaded" ;; find) printf "${list}\\n" ;; esac`;
    const { status, calls } = run(backup, { programs: { ...postgres, mc } });
    assert.is(status, 0);
    assert.not.match(calls.join(), ' rm ');
  });

  test('a backup succeeds if the dump was uploaded, even if expired dumps cannot be listed', () => {
    const { status, output } = run(backup, { programs: { ...postgres, mc: `${logs}; [ "$1" != find ]` } });
    assert.is(status, 0);
    assert.match(output, 'old dumps were not listed');
  });

  test('a dump from a URL is named after the database in the URL', () => {
    const files = caseFiles('kryton', 'dumps the database that the server uses');
    const container = containerOf(files, 'CronJob.batch kryton/notes-backup', 'pgdump');
    for (const [url, name] of [
      ['postgres://u:p@db.example.com:5432/notes?sslmode=require', 'notes'],
      ['postgres://u:p@db.example.com', 'postgres'],
      ['postgres://u:p@db.example.com/a%20b', 'postgres'],
    ] as const) {
      const { calls } = run(container, { programs: { ...postgres, mc: logs }, env: { POSTGRES_URL: url } });
      assert.match(calls.join('\n'), new RegExp(`WORK/work/${name}-\\d+T\\d+Z\\.dump --dbname=postgres://u:p@`));
    }
  });

  test('parameters of a URL that only node-postgres supports are omitted', () => {
    const files = caseFiles('kryton', 'dumps the database that the server uses');
    const container = containerOf(files, 'CronJob.batch kryton/notes-backup', 'pgdump');
    for (const [query, kept] of [
      ['?uselibpqcompat=true&sslmode=require', '?sslmode=require'],
      ['?sslmode=verify-full&connect_timeout=5', '?sslmode=verify-full&connect_timeout=5'],
      ['?pgbouncer=true&ssl=true', '?sslmode=require'],
      ['?sslmode=no-verify', '?sslmode=require'],
      ['?schema=*', ''],
    ] as const) {
      const env = { POSTGRES_URL: `postgres://u:p%26@db/notes${query}` };
      const { calls } = run(container, { programs: { ...postgres, mc: logs }, env });
      assert.ok(
        calls.some((call) => call.endsWith(` --dbname=postgres://u:p%26@db/notes${kept}`)),
        calls.join('\n'),
      );
    }
  });

  test('a snapshot has a valid name, and expired snapshots are deleted', () => {
    const now = Math.floor(Date.now() / 1000);
    const week = 7 * 86_400;
    const found = [
      `old ${now - week - 60} true`,
      `young ${now - week + 60} true`,
      'never ',
      'odd 12x true',
      'older 0099 ',
    ].join('\\n');
    const kubectl = `${logs}; case "$1" in create) cat >"$WORK/created.json" ;; get) printf '${found}\\n' ;; esac`;
    const { status, calls, folder } = run(snapshot, { programs: { kubectl } });
    const created = JSON.parse(readFileSync(join(folder, 'created.json'), 'utf8')) as VolumeSnapshot;
    assert.is(status, 0);
    assert.match(created.metadata.name, /^kryton-sample-\d{14}$/);
    assert.ok(Math.abs(Number(created.metadata.annotations['leasehold.dev/created-epoch']) - now) < 60);
    assert.is(created.spec.source.persistentVolumeClaimName, 'kryton-sample-data');
    assert.equal(
      calls.filter((call) => call.includes(' delete ')),
      ['old', 'older'].map((name) => `kubectl delete volumesnapshot ${name} --namespace kryton --wait=false`),
    );
  });

  test('the newest ready snapshot is kept regardless of its age, and no snapshot is deleted if none is ready', () => {
    for (const [found, deleted] of [
      ['a 100 true\\nb 200 true\\nc 300 false', ['a', 'c']],
      ['a 100 false\\nb 200 ', []],
    ] as const) {
      const kubectl = `${logs}; case "$1" in create) cat >/dev/null ;; get) printf '${found}\\n' ;; esac`;
      const { status, calls } = run(snapshot, { programs: { kubectl } });
      const names = calls.flatMap((call) => /^kubectl delete volumesnapshot (\w+)/.exec(call)?.[1] ?? []);
      assert.is(status, 0);
      assert.equal(names, deleted);
    }
  });

  test('a failed snapshot fails the job, but a later failure does not, because a retry would take another snapshot', () => {
    assert.is(run(snapshot, { programs: { kubectl: `${logs}; [ "$1" != create ]` } }).status, 1);
    for (const failing of ['get', 'delete']) {
      // Reads its complete input like the real program, because otherwise the pipe could break under load.
      const kubectl = `${logs}; case "$1" in create) cat >/dev/null ;; ${failing}) exit 1 ;; get) echo "old 1" ;; esac`;
      assert.is(run(snapshot, { programs: { kubectl } }).status, 0, failing);
    }
  });
});

interface VolumeSnapshot {
  readonly metadata: { readonly name: string; readonly annotations: Readonly<Record<string, string>> };
  readonly spec: { readonly source: { readonly persistentVolumeClaimName: string } };
}
