import { readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { type Files, inEmptyWorld, inWorld, tenantFiles } from './github/checkout.ts';
import { annotationsIn } from './github/commands.ts';
import { pullRequest } from './github/events.ts';

/** The same files as in other tests, at the root of the repository, next to files that define no tenant. */
function atRoot(...names: readonly string[]): Files {
  const files = Object.entries(tenantFiles(...names)).map(([path, text]) => [path.replace('tenants/', ''), text]);
  return { ...Object.fromEntries(files), 'README.md': 'Our tenants', '.github/workflows/tenants.yml': 'on: push' };
}

const own = { path: '.' };

suite('a repository that contains only tenants', (test) => {
  for (const path of ['.', './'])
    test(`is checked with path: ${path}`, () =>
      inEmptyWorld(async ({ server, push, checkout }) => {
        const main = push(atRoot('acme'));
        const valid = await runAction(server, checkout(main), { with: { mode: 'validate', path } });
        assert.equal([valid.code, valid.outputs], [0, { errors: '0', warnings: '0' }], valid.log);
        const wrong = push({ 'acme.yaml': kleffTenant('acme', 'golden') });
        const run = await runAction(server, checkout(wrong), { with: { mode: 'validate', path } });
        assert.is(run.code, 1);
        const [first] = annotationsIn(run.log);
        assert.equal([first?.file, first?.line, first?.column], ['acme.yaml', 8, 9]);
      }));

  test('is compared with the base, and can contain an approval of a removal', () =>
    inEmptyWorld(async ({ server, push, checkout }) => {
      const main = push(atRoot('acme', 'globex'));
      const head = push({ 'acme.yaml': kleffTenant('acme', 'free') }, 'change', main);
      const given = (commit: string) => ({
        with: { ...own, mode: 'diff' },
        ...pullRequest({ base: main, head: commit }),
      });
      const run = await runAction(server, checkout(head), given(head));
      assert.is(run.code, 0, run.log);
      assert.match(run.summary, '1 tenant changed; worst risk **quota-shrunk**');
      const gone = push({ 'globex.yaml': null }, 'change');
      const rejected = await runAction(server, checkout(gone), given(gone));
      assert.match(rejected.log, 'commit to a new file such as .leasehold/approvals/');
      const [, approval = ''] = /the approval of this removal: (.*)/.exec(rejected.log) ?? [];
      const approved = push({ '.leasehold/approvals/globex.yaml': approval }, 'change');
      assert.is((await runAction(server, checkout(approved), given(approved))).code, 0);
      assert.equal(server.violations, []);
    }));

  test('is rendered to a branch, from a later commit if it changes the tenants', () =>
    inEmptyWorld(async ({ server, push, checkout }) => {
      const first = push(atRoot('acme'));
      const run = await runAction(server, checkout(first), { with: { ...own, mode: 'commit' } });
      assert.equal([run.code, run.outputs['committed']], [0, 'true'], run.log);
      const files = server.repository.git(['ls-tree', '-r', '--name-only', 'rendered']);
      assert.match(files, 'acme/kleff-tenant.tenants.acme.yaml\n');
      const second = push({ 'acme.yaml': kleffTenant('acme', 'free') });
      push({ 'acme.yaml': kleffTenant('acme', 'enterprise') });
      const late = await runAction(server, checkout(second), { with: { ...own, mode: 'commit' } });
      assert.equal([late.code, late.outputs['committed']], [0, 'true'], late.log);
      assert.match(late.log, 'so this run renders that commit');
      const third = push({ 'acme.yaml': kleffTenant('acme', 'pro') });
      push({ 'README.md': 'Nothing is rendered from this' });
      const alone = await runAction(server, checkout(third), { with: { ...own, mode: 'commit' } });
      assert.equal([alone.code, alone.outputs['committed']], [0, 'true'], alone.log);
    }));

  test('is not rendered into itself, because the next run would read the output', () =>
    inEmptyWorld(async ({ server, push, checkout }) => {
      const main = push(atRoot('acme'));
      for (const deliver of ['folder', 'pull-request']) {
        const given = { ...own, mode: 'commit', deliver, 'target-branch': 'main', 'target-folder': 'rendered' };
        const run = await runAction(server, checkout(main), { with: given });
        assert.is(run.code, 1);
        assert.match(run.log, 'target-folder rendered and path . overlap');
      }
      assert.is(server.repository.find('refs/heads/main'), main);
    }));
});

suite('a tenants directory', (test) => {
  test('is read through a link inside the repository, but a tenant file is not', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const head = push(tenantFiles('umbrella'), 'change', main);
      const workspace = checkout(head);
      renameSync(join(workspace, 'tenants'), join(workspace, 'prod'));
      symlinkSync('prod', join(workspace, 'tenants'));
      const whole = await runAction(server, workspace, { with: { mode: 'diff', base: main } });
      assert.equal(whole.code, 0, whole.log);
      assert.match(whole.summary, '**➕ Tenants added (1):** `umbrella`');
      const [tenant = ''] = readdirSync(join(workspace, 'prod'));
      renameSync(join(workspace, 'prod', tenant), join(workspace, tenant));
      symlinkSync(`../${tenant}`, join(workspace, 'prod', tenant));
      const part = await runAction(server, workspace, { with: { mode: 'diff', base: main } });
      assert.is(part.code, 1);
      assert.match(part.log, 'is a symbolic link, which is not followed');
    }));
});
