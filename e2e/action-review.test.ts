import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { type Files, inEmptyWorld, inWorld, tenantFiles } from './github/checkout.ts';
import { inRun, pullRequest } from './github/events.ts';

const mode = { mode: 'diff' };
const broken = { 'tenants/broken.yaml': 'kind: Tenant\n' };
const corrected = { 'tenants/broken.yaml': null };

suite('a base with an error', (test) => {
  test('hides no change: the comparison uses the last commit without errors', () =>
    inWorld(async ({ server, push, checkout }, correct) => {
      const base = push(broken);
      const head = push({ ...corrected, 'tenants/globex.yaml': null, 'tenants/initech.yaml': null }, 'change', base);
      const run = await runAction(server, checkout(head), { with: mode, ...pullRequest({ base, head }) });
      assert.is(run.code, 1);
      assert.match(run.log, /14 of 21 objects of .+ would be deleted/);
      const { body = '' } = server.comments[0] ?? {};
      assert.match(
        body,
        new RegExp(
          `${base.slice(0, 12)} has 1 error, so this report compares the change with .* the last earlier commit`,
        ),
      );
      assert.match(body, '**➖ Tenants removed (2):** `globex`, `initech`');
      assert.match(body, ` · \`${correct.slice(0, 12)}\` → \`${head.slice(0, 12)}\` · `);
      const correction = push({ ...corrected }, 'correction', base);
      const event = pullRequest({ base, head: correction });
      assert.is((await runAction(server, checkout(correction), { with: mode, ...event })).code, 0);
    }));

  test('fails the job if every earlier commit has an error', () =>
    inEmptyWorld(async ({ server, push, checkout }) => {
      const base = push({ ...broken, ...tenantFiles('acme') });
      const head = push(corrected, 'change', base);
      const run = await runAction(server, checkout(head), { with: mode, ...pullRequest({ base, head }) });
      assert.is(run.code, 1);
      assert.match(run.log, 'all earlier commits that were searched have errors too');
    }));
});

suite('two changes that define the same resource', (test) => {
  test('do not hide the risks of the change that corrects them', () =>
    inWorld(async ({ server, push, checkout }) => {
      push({ 'tenants/first.yaml': kleffTenant('first', 'free') });
      const base = push({ 'tenants/second.yaml': kleffTenant('first', 'free') });
      const head = push({ 'tenants/second.yaml': null, 'tenants/first.yaml': kleffTenant('first', 'pro') }, 'x', base);
      const given = { with: { ...mode, 'fail-on': 'quota-raised' }, ...pullRequest({ base, head }) };
      const run = await runAction(server, checkout(head), given);
      assert.equal([run.code, run.outputs['risk']], [1, 'quota-raised'], run.log);
      assert.match(run.summary, 'the last earlier commit without errors');
    }));
});

suite('a directory that is moved', (test) => {
  const moved = (...names: readonly string[]): Files => {
    const files = Object.entries(tenantFiles(...names));
    return { tenants: null, ...Object.fromEntries(files.map(([path, text]) => [`infra/${path}`, text])) };
  };

  test('is compared with its earlier contents, and missing tenants are named', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(moved('acme'), 'change', base);
      const given = { with: { ...mode, path: 'infra/tenants' }, ...pullRequest({ base, head }) };
      const run = await runAction(server, checkout(head), given);
      assert.equal([run.code, run.outputs['objects-removed']], [1, '14'], run.log);
      assert.is(run.outputs['changed-tenants'], '["globex","initech"]');
      assert.match(run.summary, 'The tenants move from `tenants` to `infra/tenants`');
    }));

  test('does not count as a change if it keeps its tenants', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(moved('acme', 'globex', 'initech'), 'change', base);
      const given = { with: { ...mode, path: 'infra/tenants' }, ...pullRequest({ base, head }) };
      const run = await runAction(server, checkout(head), given);
      assert.equal([run.code, run.outputs['risk']], [0, 'none'], run.log);
    }));

  test('is read through a link in the repository', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(moved('acme', 'globex', 'initech'), 'change', base);
      const workspace = checkout(head);
      symlinkSync('infra/tenants', join(workspace, 'tenants'));
      assert.is((await runAction(server, workspace, { with: { mode: 'validate' } })).code, 0);
    }));
});

suite('tenants that move to another directory', (test) => {
  const names = Array.from({ length: 12 }, (_, index) => `tenant-${index}`);
  const two = Object.entries(tenantFiles(...names.slice(0, 2)));
  const change = {
    ...Object.fromEntries(two.map(([path]) => [path, null])),
    ...tenantFiles(),
    ...Object.fromEntries(two.map(([path, text]) => [`us/${path.replace('tenants/', '')}`, text])),
  };

  test('are removed in a run for the earlier directory, which always needs an approval', () =>
    inEmptyWorld(async ({ server, push, checkout }) => {
      const base = push(tenantFiles(...names));
      const head = push(change, 'change');
      const given = { with: mode, ...pullRequest({ base, head }) };
      const run = await runAction(server, checkout(head), given);
      assert.equal([run.code, run.outputs['objects-removed']], [1, '14'], run.log);
      assert.match(run.summary, '`tenant-0` and `tenant-1` move from `tenants` to `us`, which counts as a removal');
      assert.match(run.summary, 'Tenants removed (2):** `tenant-0`, `tenant-1`');
      const label = { labelsNow: ['leasehold/approve-removal'] };
      const approved = await runAction(server, checkout(head), { ...given, ...label });
      assert.is(approved.code, 0, approved.log);
    }));

  test('are not removed in a run for the new directory, unless no file defines them', () =>
    inEmptyWorld(async ({ server, push, checkout }) => {
      const base = push(tenantFiles(...names));
      const moved = { with: { ...mode, path: 'us' } };
      const head = push(change, 'change');
      const run = await runAction(server, checkout(head), { ...moved, ...pullRequest({ base, head }) });
      assert.equal([run.code, run.outputs['risk']], [0, 'none'], run.log);
      assert.match(run.summary, 'Tenants move from `tenants` to `us`');
      const lost = push({ 'tenants/tenant-5.yaml': null }, 'change');
      const later = await runAction(server, checkout(lost), { ...moved, ...pullRequest({ base, head: lost }) });
      assert.equal([later.code, later.outputs['changed-tenants']], [1, '["tenant-5"]'], later.log);
    }));
});

suite('mode diff', (test) => {
  test('rejects a repository that is checked out below the workspace', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push({ 'tenants/globex.yaml': null }, 'change', base);
      const workspace = checkout(head);
      const outer = `${workspace}-outer`;
      mkdirSync(outer);
      renameSync(workspace, join(outer, 'cfg'));
      const given = { with: { ...mode, path: 'cfg/tenants' }, ...pullRequest({ base, head }) };
      const run = await runAction(server, outer, given);
      assert.is(run.code, 1);
      assert.match(run.log, 'cfg/tenants belongs to a repository that is checked out below the workspace');
      assert.match(server.comments[0]?.body ?? '', '### ❌ leasehold: the comparison failed');
    }));

  test('fails on warnings with strict', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push({ 'tenants/acme.yaml': `${kleffTenant('acme')}status: {}\n` }, 'change', base);
      const event = pullRequest({ base, head });
      const run = await runAction(server, checkout(head), { with: { ...mode, strict: 'true' }, ...event });
      assert.is(run.code, 1, run.log);
      assert.match(server.comments[0]?.body ?? '', '1 warning, and strict is true');
      assert.is((await runAction(server, checkout(head), { with: mode, ...event })).code, 0);
    }));

  test('replaces an earlier comment when it fails early', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', base);
      const event = pullRequest({ base, head });
      await runAction(server, checkout(head), { with: mode, ...event });
      const given = { with: { ...mode, base: 'nowhere' }, ...inRun(event, 1001) };
      assert.is((await runAction(server, checkout(head), given)).code, 1);
      assert.is(server.comments.length, 1);
      assert.match(server.comments[0]?.body ?? '', 'nowhere is neither a branch of the repository');
    }));

  test('explains that a head without the newest commits of main appears to remove what they added', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const newer = push(tenantFiles('hooli'), 'main');
      await runAction(server, checkout(newer), { with: { mode: 'commit' } });
      const against = { with: { ...mode, against: 'rendered' } };
      const head = push({ 'README.md': 'hello' }, 'change', base);
      const run = await runAction(server, checkout(head), { ...against, ...pullRequest({ base: newer, head }) });
      assert.equal([run.code, run.outputs['changed-tenants']], [1, '["hooli"]'], run.log);
      assert.match(
        run.summary,
        `does not contain the commit \`${newer.slice(0, 12)}\`, from which the manifests were rendered`,
      );
      const updated = push({ 'README.md': 'hello' }, 'change', newer);
      const current = await runAction(server, checkout(updated), {
        ...against,
        ...pullRequest({ base: newer, head: updated }),
      });
      assert.equal([current.code, current.summary], [0, current.summary.replace('does not contain', '')], current.log);
    }));

  test('compares with the rendered manifests, so that a change of manifests is reviewed even if no tenant file changes', () =>
    inWorld(async ({ server, push, git, checkout }, base) => {
      await runAction(server, checkout(base), { with: { mode: 'commit' } });
      git('fetch', '--quiet', 'origin', 'rendered');
      const file = 'acme/kleff-tenant.tenants.acme.yaml';
      const older = git('show', `FETCH_HEAD:${file}`).replaceAll('cpu: "1"', 'cpu: "4"');
      push({ [file]: `${older}\n` }, 'rendered', 'FETCH_HEAD');
      git('checkout', '--quiet', 'main');
      const head = push({ 'README.md': 'hello' }, 'change', base);
      const given = { with: { ...mode, against: 'rendered' }, ...pullRequest({ base, head }) };
      const run = await runAction(server, checkout(head), given);
      assert.is(run.code, 0, run.log);
      assert.match(server.comments[0]?.body ?? '', /worst risk \*\*quota-shrunk\*\*[\s\S]*\n- .*cpu: "4"\n/);
      assert.equal(server.violations, []);
    }));
});
