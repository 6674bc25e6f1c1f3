import * as assert from 'uvu/assert';
import { initFiles } from '../../build/init-files.ts';
import { mappingAt } from '../../data/tree.ts';
import { objectCounts } from '../../kubernetes/object-counts.ts';
import { render } from '../../leasehold.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import { suite } from '../harness.ts';
import { runOn } from './fake-ports.ts';
import { contents, inSandbox } from './sandbox.ts';

const twenty = Array.from({ length: 20 }, (_, index) => `part-${index}`);

suite('init', (test) => {
  test('writes a valid repository that renders without warnings', async () => {
    await inSandbox(async ({ git, cli, leasehold, path }) => {
      git('init', '--quiet');
      assert.is(leasehold('init').code, 0);
      assert.equal((await cli('check', '--strict')).stdout, '4 files, 4 resources: no problems\n');
      const { code, stderr } = await cli('render', '--out', 'rendered');
      assert.equal([code, stderr], [0, '']);
      const rendered = contents(path('rendered'))['acme/mto-tenant.acme.yaml'] ?? '';
      assert.match(String(rendered), 'pod-security.kubernetes.io/enforce: restricted');
      for (const input of ['argocd', '.']) assert.match((await cli('doctor', 'argocd', input)).stdout, 'no findings');
      assert.match((await cli('doctor', 'github')).stdout, 'no findings');
    });
  });

  test('limits the numbers of pods, Services and node ports', async () => {
    const { written } = await runOn({ trees: { '.': [] } }, 'init');
    const files = Object.entries(written).map(([path, text]) => ({ path, text }));
    const { objects } = render(files.filter(({ path }) => /^(?:platform|tenants)\//.test(path)));
    const quotas = objects.filter(({ id }) => id.kind === 'ResourceQuota').map(({ text }) => readObject(text));
    assert.is(quotas.length, 2);
    for (const quota of quotas) {
      const { pods, services, ...hard } = mappingAt(quota, 'spec', 'hard');
      assert.equal([pods, services, hard['services.nodeports']], ['25', '25', '0']);
    }
  });

  test('limits the number of objects of each kind, also if 20 namespaces share the Quota', () => {
    const files = Object.entries(initFiles)
      .filter(([path]) => /^(?:platform|tenants)\//.test(path))
      .map(([path, text]) => ({ path, text: text.replace('[dev, prod]', `[${twenty.join()}]`) }));
    const { objects, problems } = render(files);
    assert.equal(problems, []);
    const quotas = objects.filter(({ id }) => id.kind === 'ResourceQuota').map(({ text }) => readObject(text));
    assert.is(quotas.length, twenty.length);
    for (const quota of quotas)
      for (const name of [...objectCounts, 'persistentvolumeclaims', 'requests.storage'])
        assert.match(String(mappingAt(quota, 'spec', 'hard')[name]), /^[1-9]/, name);
  });

  test('fills in the team and the remote repository, and lists what you still have to fill in', async () => {
    const origin = 'git@github.com:acme/tenants.git';
    const machine = { trees: { '.': [] }, origin };
    const { stdout, written } = await runOn(machine, 'init', '--owner', '@acme/platform');
    assert.match(written['argocd/tenants.yaml'] ?? '', `repoURL: ${origin}\n`);
    assert.match(written['.github/CODEOWNERS'] ?? '', '* @acme/platform\n');
    assert.not.match(stdout, 'Replace');
    const bare = await runOn({}, 'init', 'new');
    assert.match(bare.stdout, /1\. Replace @your-organization\/platform .*\n {2}2\. Replace https:/);
    for (const text of Object.values(bare.written)) assert.not.match(text, /\{(?:owner|repository)\}/);
    assert.is(Object.keys(bare.written).length, Object.keys(initFiles).length);
  });

  test('rejects a file in place of the directory', async () => {
    const { code, stderr } = await runOn({ texts: { 'a.txt': '' } }, 'init', 'a.txt');
    assert.is(code, 2);
    assert.match(stderr, 'a.txt is a file; pass a directory\n');
  });

  test('prints the remaining steps until Argo CD can read the repository', async () => {
    const steps = async (texts: Readonly<Record<string, string>>, ...more: readonly string[]) =>
      (await runOn({ texts }, 'init', ...more)).stdout;
    assert.match(await steps({}, 'new'), 'Run cd new && git init -b main.');
    assert.match(await steps({}), 'Run git init -b main.');
    for (const texts of [{ '.git': '' }, { '../.git': '' }]) assert.not.match(await steps(texts), 'git init');
    assert.match(await steps({ 'new/.git': '' }, 'new'), 'Run cd new.');
    assert.match(await steps({}, "Ada's tenants"), "Run cd 'Ada'\\''s tenants' && git init -b main.");
    assert.match(
      await steps({}),
      'replace v1 in leasehold/leasehold@v1 with a commit, in both files of .github/workflows/',
    );
    assert.match(await steps({}), 'For a private repository, add its credentials to Argo CD first.');
  });

  test('adds what a repository with tenants lacks, and does not change its render', () =>
    inSandbox(async ({ cli, git, write, path }) => {
      git('init', '--quiet');
      write('tenants/jane.yaml', (await cli('new', 'kleff-tenant', 'jane', '-o', 'yaml')).stdout);
      write('CODEOWNERS', '* @acme/everybody\n');
      const before = await cli('render', '-o', 'yaml');
      const { code, stdout } = await cli('init', '--owner', '@acme/platform');
      assert.is(code, 0);
      assert.match(stdout, 'tenants already has files, so nothing is added to platform/ and tenants/.');
      assert.match(stdout, '1. Add the team of the platform to CODEOWNERS, with a line such as * @acme/platform.');
      assert.equal(Object.keys(contents(path('tenants'))), ['jane.yaml']);
      assert.not.ok('CODEOWNERS' in contents(path('.github')));
      assert.equal(await cli('render', '-o', 'yaml'), before);
    }));

  test('writes nothing if a file exists, or for a value that cannot be part of a file', async () => {
    const taken = await runOn({ texts: { 'platform/grants.yaml': '' } }, 'init');
    assert.equal([taken.code, taken.written], [1, {}]);
    assert.match(taken.stderr, 'nothing is written, because platform/grants.yaml');
    for (const wrong of ['--owner=x\n*', '--repository=a b', '--repository=https://x/"\n']) {
      const { code, written } = await runOn({}, 'init', wrong);
      assert.equal([code, written], [2, {}], wrong);
    }
  });
});
