import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';
import { containerOf, logs, newFolder, type Run, run } from './pod-script.ts';

const sample = caseFiles('kryton', 'the sample has backups and snapshots');
const backup = containerOf(sample, 'CronJob.batch kryton/kryton-sample-backup', 'pgdump');
const snapshot = containerOf(sample, 'CronJob.batch kryton/kryton-sample-snapshot', 'snapshotter');

suite('the scripts of Kryton', (test) => {
  test('a backup dumps, uploads under the prefix and only then deletes what is old', () => {
    const { status, calls } = run(backup, { programs: { mc: logs, pg_dump: logs } });
    const stamp = /kryton-(\d{8}T\d{6}Z)\.dump/.exec(calls.join())?.[1];
    assert.is(status, 0);
    assert.equal(calls, [
      `pg_dump --format=custom --no-owner --no-acl --file=WORK/work/kryton-${stamp}.dump`,
      'mc alias set store https://minio.kw.local OBJECT_STORE_ACCESS_KEY OBJECT_STORE_SECRET_KEY',
      `mc cp WORK/work/kryton-${stamp}.dump store/kryton-backups/kryton-sample/kryton-${stamp}.dump`,
      'mc rm --recursive --force --older-than 30d store/kryton-backups/kryton-sample/',
    ]);
  });

  test('a dump that fails uploads nothing, deletes nothing and fails the job', () => {
    const { status, calls } = run(backup, { programs: { mc: logs, pg_dump: `${logs}; exit 3` } });
    assert.is(status, 3);
    assert.is(calls.length, 1);
  });

  test('an upload that fails deletes nothing and fails the job', () => {
    const { status, calls } = run(backup, { programs: { mc: `${logs}; [ "$1" != cp ]`, pg_dump: logs } });
    assert.is(status, 1);
    assert.not.match(calls.join(), ' rm ');
  });

  test('a dump that was uploaded is a success, whatever becomes of old ones', () => {
    const { status, said } = run(backup, { programs: { mc: `${logs}; [ "$1" != rm ]`, pg_dump: logs } });
    assert.is(status, 0);
    assert.match(said, 'old dumps were not deleted');
  });

  test('a dump from a URL is named after the database at its end', () => {
    const files = caseFiles('kryton', 'a backup dumps the database that the server uses');
    const container = containerOf(files, 'CronJob.batch kryton/notes-backup', 'pgdump');
    for (const [url, name] of [
      ['postgres://u:p@db.example.com:5432/notes?sslmode=require', 'notes'],
      ['postgres://u:p@db.example.com', 'postgres'],
      ['postgres://u:p@db.example.com/a%20b', 'postgres'],
    ] as const) {
      const { calls } = run(container, { programs: { mc: logs, pg_dump: logs }, env: { POSTGRES_URL: url } });
      assert.match(calls[0] ?? '', new RegExp(`WORK/work/${name}-\\d+T\\d+Z\\.dump --dbname=postgres://u:p@`));
    }
  });

  test('a snapshot has a name that the API takes, and those past their age are deleted', () => {
    const now = Math.floor(Date.now() / 1000);
    const week = 7 * 86_400;
    const found = `old ${now - week - 60}\\nyoung ${now - week + 60}\\nnever \\nodd 12x\\nolder 0099\\n`;
    const kubectl = `${logs}; case "$1" in create) cat >"$WORK/created.json" ;; get) printf '${found}' ;; esac`;
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

  test('a snapshot that fails fails the job; one that was taken never does, or it would be taken again', () => {
    assert.is(run(snapshot, { programs: { kubectl: `${logs}; [ "$1" != create ]` } }).status, 1);
    for (const failing of ['get', 'delete']) {
      // It reads all of its input, as the real one does: else the pipe may break, or not, as the machine is loaded.
      const kubectl = `${logs}; case "$1" in create) cat >/dev/null ;; ${failing}) exit 1 ;; get) echo "old 1" ;; esac`;
      assert.is(run(snapshot, { programs: { kubectl } }).status, 0, failing);
    }
  });
});

suite('the installer of plugins', (test) => {
  const files = caseFiles('kryton', 'plugins are installed before the server starts');
  const installer = containerOf(files, 'Deployment.apps kryton/kryton-with-plugins', 'plugin-installer');
  const archive = packed();

  test('unpacks what has the right checksum, and fetches nothing twice', () => {
    const { status, folder, said } = install(archive.sha256);
    assert.is(status, 0, said);
    assert.is(readFileSync(join(folder, 'plugins/example-plugin/manifest.json'), 'utf8'), '{}');
    const again = install(archive.sha256, folder);
    assert.match(again.said, 'example-plugin is installed');
    assert.equal(again.calls, []);
  });

  test('refuses what has another checksum, keeps what was there and leaves nothing half-done', () => {
    const { folder } = install(archive.sha256);
    const { status, said } = install('f'.repeat(64), folder);
    assert.is(status, 1);
    assert.match(said, 'has not the checksum');
    assert.equal(readdirSync(join(folder, 'plugins')).sort(), ['.example-plugin.sha256', 'example-plugin']);
    assert.ok(existsSync(join(folder, 'plugins/example-plugin/manifest.json')));
  });

  test('takes what stands in a plugin’s fields for text', () => {
    const { status, folder } = install(
      archive.sha256,
      undefined,
      `https://example.com/$(touch$IFS$WORK/pwned)\`id\`.tar.gz`,
    );
    assert.is(status, 0);
    assert.not(existsSync(join(folder, 'pwned')));
  });

  function install(sha256: string, folder = newFolder(), url = 'https://example.com/example-1.2.3.tar.gz'): Run {
    const curl = `${logs}; while [ $# -gt 1 ]; do [ "$1" = --output ] && cp "${archive.file}" "$2"; shift; done`;
    return run(installer, { programs: { curl }, env: { PLUGIN_0_SHA256: sha256, PLUGIN_0_URL: url }, folder });
  }
});

/** A plugin as its author packs it: in a folder. */
function packed(): { readonly file: string; readonly sha256: string } {
  const folder = newFolder();
  const file = join(folder, 'plugin.tar.gz');
  mkdirSync(join(folder, 'example-1.2.3'));
  writeFileSync(join(folder, 'example-1.2.3/manifest.json'), '{}');
  execFileSync('tar', ['-czf', file, '-C', folder, 'example-1.2.3']);
  return { file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

interface VolumeSnapshot {
  readonly metadata: { readonly name: string; readonly annotations: Readonly<Record<string, string>> };
  readonly spec: { readonly source: { readonly persistentVolumeClaimName: string } };
}
