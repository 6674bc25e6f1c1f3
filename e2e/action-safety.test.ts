import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld, tenantFiles } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';

const commit = { mode: 'commit' };
const gone = { 'tenants/globex.yaml': null, 'tenants/initech.yaml': null };

suite('files of other owners', (test) => {
  test('are not overwritten: a branch without a render is rejected and unchanged', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const other = push({ 'README.md': 'pages' }, 'gh-pages', main);
      const run = await runAction(server, checkout(main), { with: { ...commit, 'target-branch': 'gh-pages' } });
      assert.is(run.code, 1);
      assert.match(run.log, 'leasehold did not create the commits of the branch gh-pages');
      assert.is(server.repository.find('gh-pages'), other);
    }));

  test('are not overwritten, and the error lists them', () =>
    inWorld(async ({ server, push, checkout }) => {
      const main = push({ 'rendered/acme': 'a file where a folder must be', 'rendered/inventory.json': '{}' });
      const run = await runAction(server, checkout(main), { with: { ...commit, deliver: 'folder' } });
      assert.is(run.code, 1);
      assert.match(
        run.log,
        'acme, inventory.json in rendered of main would be overwritten, but leasehold did not write them',
      );
      assert.is(server.repository.find('main'), main);
    }));

  test('are not overwritten if they are the sources, and invalid targets are rejected', () =>
    inWorld(async ({ server, checkout }, main) => {
      const cases = [
        [{ 'target-branch': 'main' }, 'main is the branch of the sources'],
        [{ deliver: 'folder', 'target-folder': 'tenants/out' }, 'overlap'],
        [{ 'target-folder': '../x' }, 'it must be a path inside the repository'],
        [{ 'target-branch': 'refs/heads/x' }, 'it must be the name of a branch'],
      ] as const;
      for (const [given, message] of cases) {
        const run = await runAction(server, checkout(main), { with: { ...commit, ...given } });
        assert.is(run.code, 1);
        assert.match(run.log, message);
      }
    }));
});

suite('a render that would delete many objects', (test) => {
  test('is rejected on the branch, and before that in the pull request', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      const head = push(gone);
      const run = await runAction(server, checkout(head), { with: commit });
      assert.is(run.code, 1);
      assert.match(run.log, '14 of 21 objects of globex, initech would be deleted (66%25, more than 20%25)');
      const asked = await runAction(server, checkout(head), {
        with: { mode: 'diff' },
        ...pullRequest({ base: main, head }),
      });
      assert.is(asked.code, 1);
      assert.match(server.comments[0]?.body ?? '', /14 of 21 objects of .+ would be deleted/);
    }));

  test('succeeds with a label on the merged pull request', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      const head = push(gone);
      server.labels.set(head, ['leasehold/approve-removal']);
      const run = await runAction(server, checkout(head), { with: commit });
      assert.equal([run.code, run.outputs['objects-removed']], [0, '14'], run.log);
      const event = pullRequest({ base: main, head, labels: ['leasehold/approve-removal'] });
      const asked = await runAction(server, checkout(head), { with: { mode: 'diff' }, ...event });
      assert.equal([asked.code, server.violations], [0, []]);
    }));

  test('succeeds with a committed approval of exactly this removal', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      const rejected = await runAction(server, checkout(push(gone)), { with: commit });
      const [approval = ''] = /\{apiVersion: leasehold.*\}\}/.exec(rejected.log) ?? [];
      const head = push({ '.leasehold/approvals/out.yaml': `${approval}\n` });
      const run = await runAction(server, checkout(head), { with: commit });
      assert.is(run.code, 0, run.log);
    }));

  test('is rejected if the inventory is missing', () =>
    inWorld(async ({ server, push, git, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      git('fetch', '--quiet', 'origin', 'rendered');
      push({ 'inventory.json': null }, 'rendered', 'FETCH_HEAD');
      git('checkout', '--quiet', 'main');
      const head = push({ 'tenants/acme.yaml': null });
      const run = await runAction(server, checkout(head), { with: commit });
      assert.match(run.log, 'inventory.json of rendered is missing or invalid');
      assert.is(run.code, 1);
    }));
});

suite('people without write access', (test) => {
  test('get a report in the summary, and no comment, because their token cannot write one', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const head = push(tenantFiles('umbrella'), 'change', main);
      const event = pullRequest({ base: main, head, from: 'mallory/tenants' });
      const run = await runAction(server, checkout(head), { with: { mode: 'diff', token: 'read-token' }, ...event });
      assert.equal([run.code, server.comments], [0, []], run.log);
      assert.match(run.summary, '**➕ Tenants added (1):** `umbrella`');
      assert.match(run.log, 'no comment: the token of a pull request from a fork');
    }));

  test('cannot cause a commit through pull_request, pull_request_target or workflow_run', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const head = push(tenantFiles('umbrella'), 'change', main);
      const workflow = { workflow_run: { head_repository: { full_name: 'mallory/tenants' } } };
      const events = [
        pullRequest({ base: main, head, from: 'mallory/tenants' }),
        pullRequest({ base: main, head, from: 'mallory/tenants' }, 'pull_request_target'),
        { env: { GITHUB_EVENT_NAME: 'workflow_run' }, payload: workflow },
      ];
      for (const event of events) {
        const run = await runAction(server, checkout(head), { with: commit, ...event });
        assert.is(run.code, 1);
        assert.match(run.log, 'can contain content of mallory/tenants, so mode commit rejects the event');
      }
      assert.equal([server.calls, server.repository.find('rendered')], [[], undefined]);
    }));

  test('cannot read or write files outside the workspace through links', () =>
    inWorld(async ({ server, checkout }, main) => {
      const workspace = checkout(main);
      const outside = join(workspace, '..', 'secret.sarif');
      writeFileSync(outside, 'untouched');
      symlinkSync(outside, join(workspace, 'leasehold.sarif'));
      const written = await runAction(server, workspace, {
        with: { mode: 'validate', 'sarif-file': 'leasehold.sarif' },
      });
      assert.equal([written.code, readFileSync(outside, 'utf8')], [1, 'untouched']);
      rmSync(join(workspace, 'tenants'), { recursive: true });
      symlinkSync('/etc', join(workspace, 'tenants'));
      const read = await runAction(server, workspace, { with: { mode: 'validate' } });
      assert.match(read.log, 'tenants is a link that leads out of the workspace');
      assert.is(read.code, 1);
    }));

  test('cannot start a program: only git runs, and only with its expected commands', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const attributes = '* diff=trap merge=trap\n/package.json filter=trap\n';
      const trap = { '.gitattributes': attributes, 'package.json': '{"scripts":{}}' };
      const head = push({ ...trap, ...tenantFiles('umbrella') }, 'change', main);
      const workspace = checkout(head);
      const bin = join(workspace, '..', 'bin');
      mkdirSync(bin);
      const log = join(bin, 'log');
      writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$@" >> ${log}\nPATH=${process.env['PATH']} exec git "$@"\n`);
      chmodSync(join(bin, 'git'), 0o755);
      const event = pullRequest({ base: main, head });
      const run = await runAction(server, workspace, {
        with: { mode: 'diff' },
        ...event,
        env: { ...event.env, PATH: bin },
      });
      assert.is(run.code, 0, run.log);
      const verbs = readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.replace(/^(?:-[cC] \S+ |--literal-pathspecs )+/, ''));
      const started = [...new Set(verbs.map((line) => line.split(' ')[0] ?? ''))].sort();
      assert.equal(started, ['cat-file', 'config', 'diff', 'diff-tree', 'fetch', 'init', 'ls-tree', 'rev-parse']);
      assert.ok(
        verbs.filter((line) => line.startsWith('diff ')).every((line) => /--no-ext-diff --no-textconv/.test(line)),
      );
    }));

  test('cannot add mentions, links or HTML through text that a comment quotes', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const evil = '@acme/all <img src=x onerror=1> #1 `](http://x) ```\\n</details><!--';
      const bad = `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata:\n  name: umbrella\n  namespace: tenants\nspec:\n  "${evil}": 1\n  plan: "${evil}"\n  userId: u-1\n  username: u\n`;
      const head = push({ 'tenants/umbrella.yaml': bad }, 'change', main);
      const run = await runAction(server, checkout(head), {
        with: { mode: 'diff' },
        ...pullRequest({ base: main, head }),
      });
      assert.is(run.code, 1);
      for (const text of [server.comments[0]?.body ?? '', run.summary]) {
        assert.match(text, 'onerror=1');
        assert.not.match(text, /<img|@acme|#1\b|https?:\/\/x|<\/details><!|^```/m);
      }
    }));
});
