import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { readRevision } from '../../io/git.ts';
import { readTenant, readTenants } from '../../io/read-tenants.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { nodePorts as pluginPorts } from '../../plugin/node-ports.ts';
import { readTenantFiles } from '../../plugin/tenants-folder.ts';
import { inSandbox, type Sandbox } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { acme, kleff, shared } from '../laws/grant-attacks.ts';

/** Only allowed with a Grant. */
const attack = kleff('vault', 'enterprise', 'acme');
const harmless = kleff('evil', 'free', 'evil');

function repository(sandbox: Sandbox, evil = attack, directory = ''): Sandbox {
  sandbox.git('init', '-q', '-b', 'main');
  for (const file of [...shared, acme, evil]) if ('text' in file) sandbox.write(`${directory}${file.path}`, file.text);
  sandbox.git('add', '-A');
  sandbox.git('commit', '-qm', 'one');
  return sandbox;
}

function isRejected(files: readonly SourceFile[]): boolean {
  return render(files).problems.some(({ code, at }) => code === 'not-granted' && at.file.includes('evil'));
}

suite('tenants next to a Platform with directoryPerTenant', (test) => {
  for (const command of ['check', 'render -o yaml', 'get tenants', 'explain Tenant/evil'])
    test(`are limited by Grants in leasehold ${command}`, () =>
      inSandbox(async (sandbox) => {
        const { code, stderr, stdout } = await repository(sandbox).cli(...command.split(' '));
        assert.not.equal(code, 0);
        assert.match(`${stdout}${stderr}`, 'not-granted');
      }));

  test('are not read by leasehold render --tenant, except the named tenant', () =>
    inSandbox((sandbox) => {
      const { leasehold, write } = repository(sandbox, harmless);
      const output = () => leasehold('render', '--tenant', 'acme', '--dir', 'tenants', '-o', 'yaml');
      const whole = output();
      assert.is(whole.code, 0);
      for (const path of ['tenants/evil/huge.yaml', 'platform/tenants/evil/broken.yaml']) write(path, 'spec: [');
      // A file outside its tenant's directory is an error of the tenant in the file.
      write('tenants/acme.yaml', acme.text);
      const files = readTenant(sandbox.root, 'acme');
      assert.equal(files?.map(({ path }) => path.slice(sandbox.root.length + 1)).sort(), [
        ...shared.map(({ path }) => path).sort(),
        acme.path,
      ]);
      assert.equal(output().stdout, whole.stdout);
      write('tenants/acme/broken.yaml', 'spec: [');
      assert.is(output().code, 1);
    }));

  test('are read without the CustomResourceDefinitions next to them, which name the fields of a Platform', () =>
    inSandbox((sandbox) => {
      sandbox.write('definitions.yaml', sandbox.leasehold('crds').stdout);
      sandbox.write(acme.path, 'text' in acme ? acme.text : '');
      assert.equal(
        readTenants(join(sandbox.root, 'tenants')).map(({ path }) => path.slice(sandbox.root.length + 1)),
        [acme.path],
      );
    }));

  test('render without a directory option as with --dir .', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox, harmless);
      const { code, stdout, stderr } = await sandbox.cli('render', '-o', 'yaml');
      assert.is(code, 0, stderr);
      assert.is(stdout, (await sandbox.cli('render', '--dir', '.', '-o', 'yaml')).stdout);
    }));

  for (const dir of ['tenants', './tenants/', 'tenants/evil'])
    test(`are limited by Grants in leasehold check --dir ${dir}, and with the absolute path`, () =>
      inSandbox(async (sandbox) => {
        repository(sandbox);
        for (const path of [dir, sandbox.path(dir)])
          assert.match((await sandbox.cli('check', '--dir', path)).stdout, 'not-granted', path);
      }));

  test('are limited by Grants in leasehold diff', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox, harmless);
      sandbox.write(attack.path, 'text' in attack ? attack.text : '');
      assert.match((await sandbox.cli('diff', 'main')).stderr, 'not-granted');
      sandbox.git('commit', '-qam', 'two');
      assert.match((await sandbox.cli('diff', 'main~1', 'main')).stderr, 'not-granted');
    }));

  test('are limited by Grants, whether a directory or a revision is read', () =>
    inSandbox((sandbox) => {
      repository(sandbox);
      const tree = readTenants(sandbox.path('tenants'));
      assert.ok(isRejected(tree));
      const revision = readRevision('HEAD', 'tenants', { GIT_DIR: sandbox.path('.git') });
      assert.ok(revision.ok);
      assert.ok(isRejected(revision.files));
    }));

  test('are limited by Grants if their directory is a link, and the Platform is next to its target', () =>
    inSandbox((sandbox) => {
      symlinkSync('envs/tenants', sandbox.path('tenants'));
      repository(sandbox, attack, 'envs/');
      const tree = readTenants(sandbox.path('tenants'));
      const revision = readRevision('HEAD', 'tenants', { GIT_DIR: sandbox.path('.git'), GIT_WORK_TREE: sandbox.root });
      assert.ok(revision.ok);
      for (const files of [tree, revision.files]) assert.ok(isRejected(files));
    }));

  for (const path of ['.', 'tenants'])
    test(`are limited by Grants in the plugin with path: ${path}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'leasehold-cmp-'));
      try {
        const root = join(folder, '_cmp_server/0001');
        for (const file of [...shared, acme, attack]) {
          mkdirSync(dirname(join(root, file.path)), { recursive: true });
          writeFileSync(join(root, file.path), 'text' in file ? file.text : '');
        }
        const read = readTenantFiles(join(root, path), pluginPorts());
        assert.ok(read.ok);
        assert.ok(isRejected(read.value));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

  test('are checked together with the Platform, whose errors are reported', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox, harmless);
      sandbox.write(
        'platform/platform.yaml',
        'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, no: 1}\n',
      );
      assert.match((await sandbox.cli('check')).stdout, 'platform/platform.yaml');
    }));

  test('are checked without the Platform if it does not set directoryPerTenant', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox, harmless);
      sandbox.write(
        'platform/platform.yaml',
        'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {}\n',
      );
      const { stdout } = await sandbox.cli('check');
      assert.not.match(stdout, 'platform/');
    }));

  test('are an error if the Platform is above them in a directory that a tenant could own', () =>
    inSandbox(async (sandbox) => {
      for (const file of [...shared, acme, attack])
        if ('text' in file) sandbox.write(`eu/${file.path.replace('platform/', '')}`, file.text);
      for (const dir of ['eu', 'eu/tenants', sandbox.path('eu')])
        assert.match((await sandbox.cli('check', '--dir', dir)).stdout, 'wrong-directory', dir);
    }));
});
