import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { listAt } from '../../data/tree.ts';
import { suite } from '../../test/harness.ts';
import { newFolder, run } from '../../test/pod-script.ts';
import { backupPrograms } from '../kryton-backups.ts';
import type { KubeObject } from '../manifests.ts';
import { startPostgresPod } from './postgres-pod.ts';
import { names } from './programs.ts';
import { podSpecOf, renderPlatform } from './rendered-pod.ts';

const objects = renderPlatform();
const login = { user: 'mto', password: 'p1', database: 'mto' };
const dumps = `store/platform-backups/multi-tenant-operator/${names.postgres}`;

suite('the rendered backup of the platform', (test) => {
  test('dumps the database of the rendered server with its user, and the dump can be restored', async () => {
    const server = await startPostgresPod(objects, {
      [names.postgres]: { password: 'p1', 'postgres-password': 'p2' },
    });
    server.psql(login, 'CREATE TABLE costs AS SELECT generate_series(1, 500) AS hour');
    const folder = newFolder();
    mkdirSync(join(folder, 'store/platform-backups'), { recursive: true });
    const isJob = ({ kind, metadata }: KubeObject) =>
      kind === 'CronJob' && metadata.name === `${names.postgres}-mto-backup`;
    const job = objects.find(isJob);
    assert.ok(job);
    const [container] = listAt(podSpecOf(job), 'containers') as unknown as readonly Parameters<typeof run>[0][];
    assert.ok(container);
    const here = { PGHOST: '127.0.0.1', PGPORT: String(server.port), PGPASSWORD: 'p1' };
    const env = { ...here, FAIL: 'none', REAL: process.env['PATH'] ?? '' };
    const { status, output } = run(container, { programs: backupPrograms, folder, env });
    assert.is(status, 0, output);
    const [dump = '', ...more] = readdirSync(join(folder, dumps));
    assert.equal(more, []);
    server.psql(login, 'DELETE FROM costs');
    const target = ['-h', here.PGHOST, '-p', here.PGPORT, '-U', login.user, '-d', login.database];
    const restored = { env: { ...process.env, ...here } };
    execFileSync('pg_restore', [...target, ...documentedOptions(), join(folder, dumps, dump)], restored);
    assert.is(server.psql(login, 'SELECT count(*) FROM costs').text, '500');
  });
});

/** The options of the command in the documentation that do not name a server, a user or a database. */
function documentedOptions(): readonly string[] {
  const [, options = ''] =
    /pg_restore --username mto --dbname mto (.*) < dump/.exec(readFileSync('docs/platform.md', 'utf8')) ?? [];
  assert.is.not(options, '');
  return options.split(' ');
}
