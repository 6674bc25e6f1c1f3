import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { writeAssets } from '../scripts/release/assets.ts';
import { inSandbox, spawn } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

suite('a release', (test) => {
  test('is a self-contained package that installs and works outside the clone', async () => {
    await inSandbox(({ path, root, git }) => {
      const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', root];
      const name = execFileSync('npm', pack, { encoding: 'utf8' }).trim();
      const install = [
        'install',
        '--silent',
        '--offline',
        '--no-audit',
        '--no-fund',
        '--prefix',
        path('app'),
        path(name),
      ];
      execFileSync('npm', install);
      assert.equal(
        readdirSync(path('app/node_modules')).filter((one) => !one.startsWith('.')),
        ['leasehold'],
      );
      git('init', '--quiet');
      const run = (...argv: string[]) => spawn(path('app/node_modules/.bin/leasehold'), argv, root);
      assert.is(run('--version').stdout, `${version}\n`);
      assert.is(run('init').code, 0);
      assert.is(run('check', '--strict').code, 0);
      assert.match(run('render', '-o', 'name').stdout, /^Namespace acme-dev\n/m);
      const files = [
        'LICENSE',
        'dist/LICENSES.txt',
        'plugin/install/kustomization.yaml',
        'schemas/platform.schema.json',
      ];
      for (const file of files) assert.ok(existsSync(path('app/node_modules/leasehold', file)), file);
    });
  });

  test('attaches definitions, install manifests, a list of packages and its section of the changelog', async () => {
    await inSandbox(({ path }) => {
      writeAssets(path('assets'));
      const read = (name: string) => readFileSync(path('assets', name), 'utf8');
      assert.match(read('crds.yaml'), /^ {2}name: tenants\.tenantoperator\.stakater\.com$/m);
      assert.match(read('sidecar.yaml'), /^kind: Deployment$/m);
      assert.match(read('leasehold.spdx.json'), '"SPDXRef-DOCUMENT"');
      assert.match(read('NOTES.md'), /^### /m);
      const packed = execFileSync('tar', ['--list', '--file', path('assets/argocd-install.tar.gz')], {
        encoding: 'utf8',
      });
      assert.match(packed, 'install/access/project.yaml');
    });
  });
});
