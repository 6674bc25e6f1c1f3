import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { suite } from '../test/harness.ts';
import { type Run, run } from '../test/pod-script.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, sharedControlPlane } from './control-plane.ts';
import { guideShell } from './guide-shell.ts';
import { backUp, backupJob, backupPrograms, fillNotes, newStore, variablesFor } from './kryton-backups.ts';
import type { KubeObject } from './manifests.ts';
import { startPostgres } from './postgres.ts';

const page = readFileSync('docs/kryton.md', 'utf8');
const database = await startPostgres();

suite('the commands of docs/kryton.md', (test) => {
  test('restore a dump into a temporary database and print its tables', async () => {
    const store = filledStore();
    database.sql('DELETE FROM notes');
    const job = await createdBy('drill', 'restore-drill');
    const { status, output } = runIn(job, store);
    assert.is(status, 0, output);
    assert.match(output, /^dump: kryton-\d{8}T\d{6}Z\.dump\nnotes\|1000$/m);
    assert.is(database.sql('SELECT count(*) FROM notes'), '0');
    assert.is(databases(), 'kryton');
  });

  test('replace the database and keep the former database', async () => {
    const store = filledStore();
    database.sql('DELETE FROM notes WHERE id > 10');
    const job = await createdBy('replace', 'restore');
    const { status, output } = runIn(job, store);
    assert.is(status, 0, output);
    assert.is(database.sql('SELECT count(*) FROM notes'), '1000');
    const [former = ''] = /kryton_\d{14}/.exec(databases()) ?? [];
    assert.is(database.sql('SELECT count(*) FROM notes', former), '10');
    database.sql(`DROP DATABASE ${former}`, 'postgres');
  });

  test('keep the data of the database if no dump exists or a dump is damaged', async () => {
    const job = await createdBy('replace', 'restore');
    const missing = runIn(job, newStore());
    assert.is(missing.status, 1);
    assert.match(missing.output, 'has no dump of kryton');
    const store = filledStore();
    const damaged = runIn(job, store, { mc: `${backupPrograms.mc}\n[ "$1" != cp ] || echo damaged > "$3"` });
    assert.is.not(damaged.status, 0);
    assert.is(database.sql('SELECT count(*) FROM notes'), '1000');
  });

  test('create a backup and a claim that the API server accepts', async () => {
    const plane = await prepared();
    const claim = parse(block('claim', 'yaml')) as KubeObject;
    assert.equal(complaints(await clusterOf(plane.api).apply([claim])), []);
    const job = await createdBy('backup', 'before-upgrade');
    assert.is((job.spec as JobSpec).template.spec.containers[0]?.name, 'pgdump');
  });
});

interface JobSpec {
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
}

async function prepared(): Promise<ControlPlane> {
  const plane = await sharedControlPlane();
  const home: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kryton' } };
  assert.equal(complaints(await clusterOf(plane.api).apply([home, backupJob], { force: true })), []);
  return plane;
}

/** The Job that commands of the page create. Skips commands that wait for its pods, because the test runs them itself. */
async function createdBy(commands: string, name: string): Promise<KubeObject> {
  const plane = await prepared();
  await plane.api.request('DELETE', `/apis/batch/v1/namespaces/kryton/jobs/${name}?propagationPolicy=Background`);
  const create = block(commands, 'bash').split(/\nkubectl .* wait /)[0] ?? '';
  const shell = guideShell(plane, {});
  await shell(`cat > restore.yaml <<'PATCH'\n${block('patch', 'yaml')}PATCH\n${create}`);
  const { status, body } = await plane.api.request('GET', `/apis/batch/v1/namespaces/kryton/jobs/${name}`);
  assert.is(status, 200);
  return body as unknown as KubeObject;
}

type Container = Parameters<typeof run>[0] & { readonly name: string };

function runIn(job: KubeObject, folder: string, programs: Readonly<Record<string, string>> = {}): Run {
  const [container] = (job.spec as JobSpec).template.spec.containers;
  if (container?.name !== 'pgdump') throw new Error('the job has no container pgdump');
  return run(container, { programs: { ...backupPrograms, ...programs }, folder, env: variablesFor(database) });
}

function filledStore(): string {
  fillNotes(database);
  const folder = newStore();
  const { status, output } = backUp(database, folder);
  assert.is(status, 0, output);
  return folder;
}

function databases(): string {
  return database.sql("SELECT datname FROM pg_database WHERE datname LIKE 'kryton%' ORDER BY 1");
}

function block(name: string, language: string): string {
  const found = new RegExp(`<!-- ${name}:start -->\\n\\s*\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  assert.ok(found, `docs/kryton.md has no block ${name}`);
  const [indent = ''] = /^ */.exec(found ?? '') ?? [];
  return (found ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '').replace(/ *$/, '');
}
