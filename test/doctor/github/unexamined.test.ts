import * as assert from 'uvu/assert';
import { runOn } from '../../cli/fake-ports.ts';
import { suite } from '../../harness.ts';
import { render, review } from './mistake.ts';
import { changed, edited, examine, type GitHubRepository, protection, reportOf, workstationOf } from './repository.ts';

const unexamined = async (repository: GitHubRepository) => {
  const report = await examine(repository);
  return report.unexamined.map(({ what, why }) => `${what}: ${why}`);
};

const caller = (lines: string) => `on: {push: {branches: [main]}}
jobs:
  tenants:
    uses: acme/ci/.github/workflows/render.yml@v1
${lines}`;

suite('leasehold doctor github reports as not examined', (test) => {
  test('the branch that Argo CD applies, if no step of a workflow is known to commit manifests', async () => {
    const gap =
      'the branch that Argo CD applies: no workflow commits manifests with a step that the doctor recognizes; pass --rendered BRANCH';
    const local = edited(
      render,
      'leasehold/leasehold@v1\n        with:\n          mode: commit',
      './ci\n        with:',
    );
    assert.equal(await unexamined(local), [gap]);
    assert.equal(await unexamined(changed({ [render]: undefined })), [gap]);
    const open = { [render]: undefined, 'config/platform/platform.yaml': undefined };
    assert.equal(await unexamined(changed(open)), []);
  });

  test('nothing of it, if the option --rendered names the branch', async () => {
    const answers = { 'branches/live/protection': { status: 404, message: 'Branch not protected' } };
    const machine = workstationOf(changed({ [render]: undefined }, { ...answers, 'rules/branches/live': [] }));
    const run = async (branch: string) =>
      reportOf(await runOn(machine, 'doctor', 'github', '-o', 'json', '--rendered', branch));
    const live = await run('live');
    assert.equal(live.unexamined, []);
    assert.ok(live.findings.some(({ object, path }) => object === 'branch live' && path === 'Restrict updates'));
    const own = await run('main');
    assert.equal([own.findings, own.unexamined], [[], []]);
  });

  test('a workflow of another repository that gets secrets or a token that can write', async () => {
    const gaps = (lines: string, answers: Readonly<Record<string, unknown>> = {}) =>
      unexamined(changed({ '.github/workflows/call.yml': caller(lines) }, answers));
    const gap = (what: string) => [
      `workflow acme/ci/.github/workflows/render.yml@v1: job tenants in .github/workflows/call.yml runs it with ${what}, and the doctor reads only this repository`,
    ];
    assert.equal(await gaps('    permissions: {contents: write}\n'), gap('a token that can write'));
    assert.equal(await gaps('    permissions: write-all\n'), gap('a token that can write'));
    assert.equal(await gaps('    secrets: inherit\n    permissions: {}\n'), gap('secrets'));
    assert.equal(await gaps('    permissions: {contents: read}\n'), []);
    assert.equal(await gaps(''), []);
    const settings = { 'actions/permissions/workflow': { default_workflow_permissions: 'write' } };
    assert.equal(await gaps('', settings), gap('a token that can write'));
  });

  test('an action of another owner with the name of leasehold', async () => {
    const uses = (action: string) => unexamined(edited(review, 'leasehold/leasehold@v1', action));
    const [gap = ''] = await uses('anyone/leasehold@v1');
    assert.match(gap, 'action anyone/leasehold@v1: .github/workflows/review.yml runs it');
    assert.equal(await uses('acme/leasehold@v1'), []);
    assert.equal(await uses('./ci/leasehold'), []);
  });

  test('inputs that only a workflow run determines', async () => {
    const own = `\${{ vars.VALUE }}`;
    const gaps = async (file: string, from: string, to: string) =>
      (await unexamined(edited(file, from, to))).map((gap) => gap.replace(/: .*/, ''));
    assert.equal(await gaps(review, 'path: config', `path: ${own}`), [`input files in ${own}`]);
    assert.equal(await gaps(render, 'mode: commit', `mode: ${own}`), [
      'the branch that Argo CD applies',
      `mode ${own}`,
    ]);
    const withInput = (line: string) => `mode: diff\n          ${line}`;
    assert.equal(await gaps(review, 'mode: diff', withInput(`max-removed: ${own}`)), [
      `input max-removed in ${review}`,
    ]);
    assert.equal(await gaps(render, 'mode: commit', `mode: commit\n          source-branch: ${own}`), [
      `branch ${own}`,
    ]);
    assert.equal(await gaps(review, '    runs-on', `    strategy: {matrix: {a: "${own}"}}\n    runs-on`), [
      'checks of job review',
    ]);
  });

  test('a base that may not be the base of the pull request', async () => {
    const gaps = async (base: string) =>
      (await unexamined(edited(review, 'mode: diff', `mode: diff\n          base: ${base}`))).length;
    for (const base of ['main', 'origin/main', 'refs/heads/main', 'main:config', `\${{ github.base_ref || 'main' }}`])
      assert.is(await gaps(base), 0, base);
    for (const base of ['v1', 'HEAD^', 'main:old', `\${{ inputs.base }}`, `\${{ github.base_ref || inputs.base }}`])
      assert.is(await gaps(base), 1, base);
  });

  test('the files of another branch that the Action renders', async () => {
    const answers = {
      'branches/production/protection': protection,
      'branches/production': { protected: true },
      'rules/branches/production': [],
    };
    const { files } = edited(render, 'mode: commit', 'mode: commit\n          source-branch: production');
    const report = await examine(changed(files, answers));
    assert.equal(
      report.unexamined.map(({ what }) => what),
      ['CODEOWNERS, workflows and input files of branch production'],
    );
    assert.ok(report.examined.includes('branch production'));
  });
});
