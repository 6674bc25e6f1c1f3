import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';
import { applicationIn, applicationObject, refreshTo } from './application.ts';
import { settled } from './applicationset.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { readExample } from './examples.ts';
import { kleffTenant, org, platform, registry } from './fixtures.ts';
import { observe } from './observe.ts';
import { runPage } from './page.ts';
import { podIn } from './pod.ts';
import { report } from './report.ts';
import { makeRepository } from './repository.ts';

/** With two shards and with three shards, each shard contains at least one of these tenants. */
const files = {
  'tenants/platform.yaml': platform,
  'tenants/mv-a.yaml': kleffTenant('mv-a'),
  'tenants/mv-d.yaml': kleffTenant('mv-d'),
  'tenants/mv-c.yaml': kleffTenant('mv-c'),
  'tenants/mv-org.yaml': org('mv-org'),
};
const objects = render(Object.entries(files).map(([path, text]) => ({ path, text }))).objects.flatMap(({ text }) =>
  readManifests(text),
);
const repository = makeRepository();

interface Move {
  /** Names of Applications, separated by spaces. */
  readonly from: string;
  readonly set?: string;
  readonly to: KubeObject;
  readonly files?: Readonly<Record<string, string | null>>;
}

/** Follows docs/argocd-operations.md. Returns the commit that the new Applications apply. */
async function move(argo: ArgoCd, { from, set = '', to, files: changed = {} }: Move): Promise<string> {
  const clone = join(temporaryFolder('leasehold-move-'), 'clone');
  const next = join(clone, '../new.json');
  const variables = { OLD: from, SET: set, NEW: next };
  runPage(argo, 'move-stop', variables);
  const commit = repository.commit(changed);
  execFileSync('git', ['clone', '--quiet', repository.url, clone]);
  writeFileSync(next, JSON.stringify(to));
  for (const step of ['move-list', 'move-start']) runPage(argo, step, variables, clone);
  return commit;
}

/** The number of objects of each Application, as the page counts them after a move. */
function owners(argo: ArgoCd): Readonly<Record<string, number>> {
  const folder = temporaryFolder('leasehold-move-');
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', repository.url, clone]);
  runPage(argo, 'move-list', { OLD: '' }, clone);
  const lines = runPage(argo, 'move-check', {}, clone).trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => line.trim().split(/\s+/)).map(([count, name]) => [name, Number(count)]),
  );
}

const sourceOf = (name: string) => ({ name, repository });

function one(argo: ArgoCd, name: string): KubeObject {
  return applicationObject(sourceOf(name), argo.server);
}

function example(argo: ArgoCd, file: string, name: string): KubeObject {
  const set = readExample(`examples/${file}`, { server: argo.server, repository: repository.url });
  return { ...set, metadata: { ...set.metadata, name } };
}

function shards(argo: ArgoCd, count: number): KubeObject {
  const set = example(argo, 'applicationset-shards.yaml', 'move');
  const elements = Array.from({ length: count }, (_, index) => ({
    shard: `${index + 1}/${count}`,
    name: `move-${index + 1}`,
  }));
  return { ...set, spec: { ...(set['spec'] as object), generators: [{ list: { elements } }] } };
}

interface Listed {
  readonly metadata: { readonly name: string; readonly uid: string; readonly generation?: number };
  readonly status?: { readonly phase?: string };
}

/** Equal uids prove that nothing was deleted in between, and equal generations prove that no NetworkPolicy changed. */
async function identities({ cluster }: ArgoCd): Promise<readonly string[]> {
  const own = [...(await observe(cluster, objects))].map(([name, { uid }]) => `${name} ${uid}`);
  const namespaces = ['live-mv-a', 'live-mv-d', 'live-mv-c', registry];
  const lists = namespaces.flatMap((namespace) => [
    `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`,
    `/api/v1/namespaces/${namespace}/pods`,
  ]);
  const found = await Promise.all(lists.map(async (path) => (await cluster.api.request('GET', path)).body['items']));
  const others = found.flat() as readonly Listed[];
  return [
    ...own,
    ...others.map(({ metadata: { name, uid, generation }, status }) =>
      [name, uid, generation, status?.phase].join(' '),
    ),
  ].sort();
}

let before: readonly string[] = [];

async function startPods(argo: ArgoCd): Promise<void> {
  for (const tenant of ['mv-a', 'mv-d', 'mv-c']) await argo.apply(podIn(`live-${tenant}`));
  await eventually('the pods run', async () => {
    before = await identities(argo);
    return before.filter((line) => line.startsWith('app ') && line.endsWith(' Running')).length === 3 || undefined;
  });
}

suite('in a real Argo CD, tenants that move with the commands of the documentation', (test) => {
  test('are tracked by the stopped Application until they move, so another Application cannot take over their objects', async () => {
    const argo = await sharedArgoCd();
    await argo.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: registry } });
    // Argo CD checks an empty repository again only after several minutes.
    const commit = repository.commit(files);
    const first = await argo.create(sourceOf('move'));
    await first.settled(commit, 120);
    await startPods(argo);
    runPage(argo, 'move-stop', { OLD: 'move', SET: '' });
    const early = await argo.create(sourceOf('move-early'));
    await early.until('is blocked', ({ operationState }) =>
      /^Shared resource found: .* is part of applications .*move-early and .*move/.test(operationState?.message ?? ''),
    );
    assert.equal(owners(argo), { move: objects.length });
    runPage(argo, 'move-stop', { OLD: 'move-early', SET: '' });
    const again = repository.commit({});
    await argo.create(sourceOf('move'));
    await first.settled(again);
  });

  test('from one Application to shards, and to more shards with the same names, keep every object and every pod', async () => {
    const argo = await sharedArgoCd();
    const start = performance.now();
    await settled(argo, 'move', await move(argo, { from: 'move', to: shards(argo, 2) }), 2);
    report('all tenants moved to two shards', start);
    await settled(argo, 'move', await move(argo, { from: 'move-1 move-2', set: 'move', to: shards(argo, 3) }), 3);
    assert.equal(await identities(argo), before);
    assert.is(
      Object.values(owners(argo)).reduce((sum, count) => sum + count),
      objects.length,
    );
    assert.ok(Object.keys(owners(argo)).every((name) => /^move-[123]$/.test(name)));
  });

  test('to one Application for each tenant, to other names and back, keep every object and every pod', async () => {
    const argo = await sharedArgoCd();
    const each = example(argo, 'applicationset-tenants.yaml', 'move-each');
    const parts = 'move-1 move-2 move-3';
    await settled(argo, 'tenant-mv', await move(argo, { from: parts, set: 'move', to: each }), 4);
    const renamed = {
      'tenants/mv-a.yaml': null,
      'tenants/mv-z.yaml': kleffTenant('mv-z', { id: 'mv-a' }),
      'tenants/mv-org.yaml': null,
      'tenants/mv-y.yaml': org('mv-y', 'mv-org'),
    };
    const from = 'tenant-mv-a tenant-mv-org';
    const commit = await move(argo, { from, set: 'move-each', to: each, files: renamed });
    for (const name of ['tenant-mv-c', 'tenant-mv-d']) await refreshTo(applicationIn(argo.plane.api, name), commit);
    await settled(argo, 'tenant-mv', commit, 4);
    assert.equal(await identities(argo), before);
    assert.equal(Object.keys(owners(argo)), ['tenant-mv-c', 'tenant-mv-d', 'tenant-mv-y', 'tenant-mv-z']);
    const all = 'tenant-mv-d tenant-mv-c tenant-mv-y tenant-mv-z';
    const back = await move(argo, { from: all, set: 'move-each', to: one(argo, 'move') });
    await applicationIn(argo.plane.api, 'move').settled(back, 60);
    assert.equal(await identities(argo), before);
    assert.equal(owners(argo), { move: objects.length });
  });
});
