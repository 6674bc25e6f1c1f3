import { execFileSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld, tenantFiles } from './github/checkout.ts';
import { inRun, pullRequest } from './github/events.ts';
import { builtTool } from './tools/paths.ts';

const prices =
  'apiVersion: leasehold.dev/v1alpha1\nkind: PriceList\nspec: {currency: EUR, prices: {requests.cpu: 10}}\n';
const mode = { mode: 'diff' };

for (const node of [process.execPath, builtTool('node24')]) {
  suite(`mode diff on ${node === process.execPath ? 'the Node that runs the tests' : 'Node 24'}`, (test) => {
    test('reports risks and cost in the summary, writes a comment, and sets the outputs, for a shallow checkout', () =>
      inWorld(async ({ server, push, checkout }, main) => {
        const files = { 'tenants/acme.yaml': kleffTenant('acme', 'free'), '.leasehold/prices.yaml': prices };
        const head = push(files, 'change', main);
        const run = await runAction(server, checkout(head), { with: mode, node, ...pullRequest({ base: main, head }) });
        assert.is(run.code, 0, run.log);
        assert.match(run.summary, '### ⚠️ leasehold: 1 tenant changed; worst risk **quota-shrunk**');
        assert.match(run.summary, '**Cost ceiling** (if all quotas are fully used): −5.00 EUR per month, to 25.00');
        assert.match(
          run.summary,
          /\*\*🟡 quota-shrunk\*\*[\s\S]*ResourceQuota user-acme[\s\S]*\n- +pods: "15"\n[\s\S]*\n\+ +pods: "5"\n/,
        );
        const { body, id } = server.comments[0] ?? { body: '', id: 0 };
        assert.ok(body.startsWith('<!-- leasehold:v1 id=default run=1000.1 -->\n### ⚠️ leasehold: '));
        assert.equal(run.outputs, {
          'auto-mergeable': 'false',
          'changed-tenants': '["acme"]',
          'comment-id': String(id),
          errors: '0',
          'objects-added': '0',
          'objects-changed': '3',
          'objects-removed': '0',
          risk: 'quota-shrunk',
          warnings: '0',
        });
        assert.equal(server.violations, []);
      }));
  });
}

suite('the base of a pull request', (test) => {
  test('is a branch if the input is its name, never a tag', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push({ 'tenants/acme.yaml': null }, 'change', base);
      const workspace = checkout(head, 10);
      execFileSync('git', ['-C', workspace, 'tag', 'main', head]);
      for (const named of ['main', 'main:tenants']) {
        const run = await runAction(server, workspace, {
          with: { ...mode, base: named },
          ...pullRequest({ base, head }),
        });
        assert.is(run.code, 1, run.log);
        assert.match(run.log, 'of acme would be deleted');
      }
    }));

  test('is an error if it is the checked-out commit', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push({ 'tenants/acme.yaml': null }, 'change', base);
      const run = await runAction(server, checkout(head), {
        with: { ...mode, base: 'HEAD' },
        ...pullRequest({ base, head }),
      });
      assert.is(run.code, 1, run.log);
      assert.match(run.log, 'the base HEAD is the checked-out commit itself');
    }));

  test('may have no tenants: everything counts as added', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const base = push({ tenants: null, 'README.md': 'hello' }, 'bare', main);
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme') }, 'change', base);
      const run = await runAction(server, checkout(head), { with: mode, ...pullRequest({ base, head }) });
      assert.is(run.code, 0, run.log);
      assert.match(run.log, `everything counts as added, because ${base} has no tenants below tenants\n`);
      assert.match(run.summary, '### ⚠️ leasehold: 1 tenant added; worst risk');
      assert.match(server.comments[0]?.body ?? '', '**➕ Tenants added (1):** `acme`');
      assert.equal(server.violations, []);
    }));
});

suite('the comment on a pull request', (test) => {
  test('is unique: a later run updates the newest one and deletes the others', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', main);
      const event = pullRequest({ base: main, head });
      const first = await runAction(server, checkout(head), { with: mode, ...event });
      server.comments.push({ id: 5000, pull: 7, author: 'github-actions[bot]', body: server.comments[0]?.body ?? '' });
      const back = push({ 'tenants/acme.yaml': kleffTenant('acme') }, 'change');
      const later = inRun(pullRequest({ base: main, head: back }), 1001);
      const second = await runAction(server, checkout(back), { with: mode, ...later });
      assert.is(server.comments.length, 1);
      assert.is(second.outputs['comment-id'], '5000');
      assert.is(first.outputs['comment-id'], '1001');
      assert.match(server.comments[0]?.body ?? '', '### ✅ leasehold: no objects change');
      assert.equal(server.violations, []);
    }));

  test('is not created if nothing changes', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const head = push({ 'README.md': 'hello' }, 'change', main);
      const run = await runAction(server, checkout(head), { with: mode, ...pullRequest({ base: main, head }) });
      assert.equal([run.code, server.comments, run.outputs['risk']], [0, [], 'none']);
    }));

  test('is not overwritten by an earlier run', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', main);
      const newer = push({ 'tenants/acme.yaml': kleffTenant('acme', 'pro') }, 'change');
      const event = (commit: string) => pullRequest({ base: main, head: commit });
      await runAction(server, checkout(newer), { with: mode, ...inRun(event(newer), 2000) });
      const { body } = server.comments[0] ?? { body: '' };
      const late = await runAction(server, checkout(head), { with: mode, ...inRun(event(head), 1999, 3) });
      assert.match(late.log, 'the comment is not changed: a later run wrote it, for a newer commit');
      assert.is(server.comments[0]?.body, body);
      assert.equal(server.violations, []);
    }));

  test('is written again after someone edited it, with the marker of a later run', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const body = '<!-- leasehold:v1 id=default run=99999999999999.1 -->\n### ✅ leasehold: no objects change';
      server.comments.push({ id: 1, pull: 7, author: 'github-actions[bot]', body });
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', main);
      const run = await runAction(server, checkout(head), { with: mode, ...pullRequest({ base: main, head }) });
      assert.is(run.code, 0, run.log);
      assert.match(server.comments[0]?.body ?? '', /^<!-- leasehold:v1 id=default run=1000.1 -->\n### ⚠️ leasehold: /);
      assert.equal(server.violations, []);
    }));

  test('is not confused with a comment that contains a copy of its marker', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const body = '<!-- leasehold:v1 id=default run=9999.1 -->\nall is well';
      server.comments.push({ id: 1, pull: 7, author: 'mallory', body });
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', main);
      await runAction(server, checkout(head), { with: mode, ...pullRequest({ base: main, head }) });
      assert.equal(
        server.comments.map(({ author }) => author),
        ['mallory', 'github-actions[bot]'],
      );
      assert.is(server.comments[0]?.body, body);
    }));

  test('is found after hundreds of other comments', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const own = {
        id: 2,
        pull: 7,
        author: 'github-actions[bot]',
        body: '<!-- leasehold:v1 id=default run=1.1 -->\nold',
      };
      const talk = Array.from({ length: 250 }, (_, index) => ({ id: 3 + index, pull: 7, author: 'bob', body: 'hm' }));
      server.comments.push(own, ...talk);
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', main);
      const run = await runAction(server, checkout(head), { with: mode, ...pullRequest({ base: main, head }) });
      assert.equal([run.outputs['comment-id'], server.comments.length], ['2', 251]);
    }));

  test('is shortened to the size limit and counts the tenants that it omits; the summary is complete', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const names = Array.from({ length: 400 }, (_, index) => `tenant-${String(index).padStart(3, '0')}`);
      const head = push(tenantFiles(...names), 'change', main);
      const run = await runAction(server, checkout(head), { with: mode, ...pullRequest({ base: main, head }) });
      const { body } = server.comments[0] ?? { body: '' };
      assert.ok(Buffer.byteLength(body) < 65_000, String(Buffer.byteLength(body)));
      assert.not.match(body, /<\/details>\n[^\n]/, 'GitHub would not read what follows as Markdown');
      assert.match(body, '**Changes by tenant**, the 50 tenants (of 400) with the worst risks');
      assert.match(body, '_and 350 more tenants: see the job summary of [run 1000](');
      assert.match(run.summary, 'tenant-399');
      assert.is(JSON.parse(run.outputs['changed-tenants'] ?? '').length, 400);
    }));
});
