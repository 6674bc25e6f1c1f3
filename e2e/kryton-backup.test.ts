import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { textAt } from '../data/tree.ts';
import { objectsOf } from '../test/case-files.ts';
import { suite } from '../test/harness.ts';
import { caseFiles } from '../test/kind-cases.ts';
import { containerOf, newFolder, type Run, run } from '../test/pod-script.ts';
import { backUp, backupPrograms, dumpFolder, fillNotes, newStore, variablesFor } from './kryton-backups.ts';
import { runAsPostgres, serverProgram, startPostgres } from './postgres.ts';

const database = await startPostgres();

suite('a backup of a real PostgreSQL server', (test) => {
  test('can be restored', () => {
    fill();
    const { folder, output, status } = back(newStore());
    assert.is(status, 0, output);
    database.sql('CREATE DATABASE restored', 'postgres');
    const target = ['-h', '127.0.0.1', '-p', String(database.port), '-U', 'kryton', '-d', 'restored'];
    execFileSync('pg_restore', [...target, join(folder, dumpFolder, dumpsIn(folder)[0] ?? '')]);
    assert.is(database.sql('SELECT count(*) FROM notes', 'restored'), '1000');
  });

  for (const step of ['alias', 'ls', 'pg_dump', 'pg_restore', 'cp', 'find', 'rm', 'nothing']) {
    test(`keeps the last good dump if ${step} fails, and leaves no file in the pod`, () => {
      fill();
      const folder = newStore();
      const first = back(folder);
      assert.is(first.status, 0, first.output);
      age(folder, dumpsIn(folder)[0] ?? '', 100);
      rename(folder);
      const { status } = back(folder, { FAIL: step });
      assert.is(status === 0, ['find', 'rm', 'nothing'].includes(step));
      assert.ok(dumpsIn(folder).some((name) => hasNotes(folder, name)));
      assert.is(dumpsIn(folder).length, step === 'find' || step === 'rm' ? 2 : 1);
      assert.equal(readdirSync(join(folder, 'work')), []);
    });
  }

  test('of an empty database never expires the dumps of a full database', () => {
    fill();
    const folder = newStore();
    back(folder);
    rename(folder);
    age(folder, dumpsIn(folder)[0] ?? '', 100);
    database.sql('DROP TABLE notes');
    const { output, status } = back(folder);
    assert.is(status, 0, output);
    assert.match(output, 'old dumps are kept');
    assert.ok(dumpsIn(folder).some((name) => hasNotes(folder, name)));
  });

  test('does not change other objects or subdirectories', () => {
    fill();
    const folder = newStore();
    for (const name of ['archive/kryton-20200101T000000Z.dump', 'other-20200101T000000Z.dump', 'notes.dump']) {
      mkdirSync(join(folder, dumpFolder, name, '..'), { recursive: true });
      writeFileSync(join(folder, dumpFolder, name), '');
      age(folder, name, 100);
    }
    assert.is(back(folder).status, 0);
    assert.is(readdirSync(join(folder, dumpFolder)).length, 4);
    assert.ok(existsSync(join(folder, dumpFolder, 'archive/kryton-20200101T000000Z.dump')));
  });

  test('accepts a URL of node-postgres', () => {
    fill();
    const files = caseFiles('kryton', 'dumps the database that the server uses');
    const container = containerOf(files, 'CronJob.batch kryton/notes-backup', 'pgdump');
    const url = `postgres://kryton:x@127.0.0.1:${database.port}/kryton?uselibpqcompat=true&sslmode=disable`;
    const folder = newStore();
    const { output, status } = run(container, {
      programs: backupPrograms,
      folder,
      env: { ...variablesFor(database), POSTGRES_URL: url },
    });
    assert.is(status, 0, output);
    assert.match(output, 'uselibpqcompat is not a parameter of libpq');
    assert.not.match(output, 'kryton:x');
  });
});

suite('the extended configuration', (test) => {
  test('reaches the server even if the image does not read conf.d', () => {
    const objects = objectsOf(caseFiles('kryton', 'passes extended configuration to the server'));
    const text = (name: string, key: string) =>
      textAt(objects.get(`ConfigMap kryton/notes-postgresql-${name}`), 'data', key);
    const folder = newFolder();
    execFileSync('chmod', ['755', folder]);
    writeFileSync(join(folder, 'override.conf'), text('extended-configuration', 'override.conf'));
    const including = text('configuration', 'postgresql.conf')
      .replace('/bitnami/postgresql/data', database.data)
      .replace('/bitnami/postgresql/conf/conf.d', folder);
    writeFileSync(join(folder, 'server.config'), including);
    const args = ['-D', database.data, '-c', `config_file=${join(folder, 'server.config')}`];
    const shown = (name: string) => runAsPostgres(serverProgram('postgres'), '-C', name, ...args).trim();
    assert.is(Number(shown('shared_buffers')) * 8, 256 * 1024);
    assert.is(shown('hba_file'), join(database.data, 'pg_hba.conf'));
  });
});

function fill(): void {
  fillNotes(database);
}

function back(folder: string, more: Readonly<Record<string, string>> = {}): Run {
  return backUp(database, folder, more);
}

function dumpsIn(folder: string): readonly string[] {
  return readdirSync(join(folder, dumpFolder)).filter((name) => name.endsWith('.dump'));
}

function age(folder: string, name: string, days: number): void {
  const time = Date.now() / 1000 - days * 86_400;
  utimesSync(join(folder, dumpFolder, name), time, time);
}

/** Renames the first dump to look like the dump of an earlier run. */
function rename(folder: string): void {
  const [name = ''] = dumpsIn(folder);
  execFileSync('mv', [join(folder, dumpFolder, name), join(folder, dumpFolder, 'kryton-20200101T000000Z.dump')]);
}

function hasNotes(folder: string, name: string): boolean {
  const contents = execFileSync('pg_restore', ['--list', join(folder, dumpFolder, name)], { encoding: 'utf8' });
  return contents.includes('TABLE DATA public notes');
}
