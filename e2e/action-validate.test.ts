import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';
import { annotationsIn } from './github/commands.ts';
import { pullRequest, push as pushEvent } from './github/events.ts';
import { builtTool } from './tools/paths.ts';

for (const node of [process.execPath, builtTool('node24')]) {
  suite(`mode validate on ${node === process.execPath ? 'the Node that runs the tests' : 'Node 24'}`, (test) => {
    test('reports an error with its line and column, writes SARIF, and fails', () =>
      inWorld(async ({ server, push, checkout }) => {
        const workspace = checkout(push({ 'tenants/acme.yaml': kleffTenant('acme', 'golden') }));
        const run = await runAction(server, workspace, {
          with: { mode: 'validate', 'sarif-file': 'out/l.sarif' },
          node,
        });
        assert.is(run.code, 1);
        const [first, last, ...more] = annotationsIn(run.log);
        assert.equal([first?.severity, first?.file, first?.line, first?.column], ['error', 'tenants/acme.yaml', 8, 9]);
        assert.equal([last?.message, more.length], ['leasehold: 1 error', 0]);
        assert.equal(run.outputs, { errors: '1', warnings: '0' });
        assert.match(run.summary, '### ❌ leasehold: 4 files: 1 error');
        const sarif = JSON.parse(readFileSync(join(workspace, 'out/l.sarif'), 'utf8'));
        assert.is(sarif.runs[0].results[0].ruleId, 'not-a-choice');
        assert.equal([server.calls, server.violations], [[], []]);
      }));

    test('succeeds for a valid repository, without calling the API', () =>
      inWorld(async ({ server, checkout }, main) => {
        const run = await runAction(server, checkout(main), { with: { mode: 'validate' }, node });
        assert.equal([run.code, run.outputs, server.calls], [0, { errors: '0', warnings: '0' }, []]);
      }));
  });
}

suite('the input strict', (test) => {
  const baseline = `apiVersion: leasehold.dev/v1alpha1\nkind: Baseline\nmetadata: {name: accepted}\nspec: {warnings: [{resource: Tenant.kleff.kleff.io/tenants/acme, code: status-ignored, path: status, message: status is set by the cluster; it is ignored in a file}]}\n`;

  test('rejects a warning unless a Baseline accepts it, in the modes validate, diff and commit', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const warned = push({ 'tenants/acme.yaml': `${kleffTenant('acme')}status: {}\n` });
      const accepted = push({ 'tenants/baseline.yaml': baseline });
      const repaired = push({ 'tenants/acme.yaml': kleffTenant('acme') });
      const steps = [
        [warned, 1],
        [accepted, 0],
        [repaired, 0],
      ] as const;
      for (const [head, code] of steps) {
        push({}, 'main', head);
        for (const mode of ['validate', 'diff', 'commit']) {
          const event = mode === 'diff' ? pullRequest({ base: main, head }) : {};
          const run = await runAction(server, checkout(head), { with: { mode, strict: 'true' }, ...event });
          assert.is(run.code, code, `${mode}: ${run.log}`);
        }
      }
    }));
});

suite('the annotations of a change', (test) => {
  test('show changed lines first, and a notice counts the problems without an annotation', () =>
    inWorld(async ({ server, push, checkout }) => {
      const many = Object.fromEntries(Array.from({ length: 15 }, (_, index) => broken(`tenant-${index}`)));
      const before = push(many);
      const head = push({ 'tenants/zeta.yaml': kleffTenant('zeta', 'silver') });
      const run = await runAction(server, checkout(head), { with: { mode: 'validate' }, ...pushEvent(before) });
      const [first, ...rest] = annotationsIn(run.log);
      assert.equal([first?.file, first?.line], ['tenants/zeta.yaml', 8]);
      assert.is(rest.filter(({ severity, file }) => severity === 'error' && file !== '').length, 9);
      const [notice] = rest.filter(({ severity }) => severity === 'notice');
      assert.match(notice?.message ?? '', /^16 errors in total; the log contains 6 more problems/);
      assert.is(run.log.split('\n').filter((line) => /^tenants\/\S+ error /.test(line)).length, 16);
    }));

  test('show the files of the pull request first for the merge commit that GitHub checks out, even in a shallow checkout', () =>
    inWorld(async ({ server, git, push, checkout }, main) => {
      const head = push(Object.fromEntries([broken('zeta')]), 'change', main);
      push(Object.fromEntries([broken('alpha')]), 'main', main);
      git('merge', '--quiet', '--no-ff', '-m', 'merge', head);
      const merge = push({}, 'merged');
      const mergeCommit = git('rev-parse', `${merge}^`);
      assert.is(git('rev-list', '--merges', '-1', merge), mergeCommit);
      git('push', '--quiet', 'origin', `${mergeCommit}:refs/pull/7/merge`);
      const event = pullRequest({ base: main, head });
      const run = await runAction(server, checkout(mergeCommit), { with: { mode: 'validate' }, ...event });
      const files = annotationsIn(run.log).map(({ file }) => file);
      assert.equal(files.slice(0, 2), ['tenants/zeta.yaml', 'tenants/alpha.yaml']);
    }));

  test('cannot contain commands for the runner from the names and contents of files', () =>
    inWorld(async ({ server, push, checkout }) => {
      const name = 'tenants/::warning::x%0A\n::error::y.yaml';
      const head = push({ [name]: 'a: "##[error]z"\nkind: "\\n::error::w"\n' });
      const run = await runAction(server, checkout(head), { with: { mode: 'validate' } });
      assert.is(run.code, 1);
      const commands = run.log.split('\n').filter((line) => /^\s*::/.test(line));
      assert.ok(
        commands.every((line) => /^::error (?:title|file)=|^::error::leasehold: \d+ error/.test(line)),
        run.log,
      );
      assert.not.match(run.log, '##[');
    }));
});

function broken(name: string): readonly [string, string] {
  return [`tenants/${name}.yaml`, kleffTenant(name, 'golden')];
}
