import { existsSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant, type Sandbox } from './sandbox.ts';

const old = `{\n  "repoURL": "https://github.com/acme/tenants",\n  "drySha": "${'a'.repeat(40)}"\n}\n`;

/** A render of the first commit, with the record that the action writes. */
async function renderedByAction({ write, git, cli, path }: Sandbox): Promise<void> {
  write('tenants/acme.yaml', kleffTenant('acme'));
  git('init', '--quiet');
  git('add', 'tenants');
  git('commit', '--quiet', '-m', 'first');
  assert.is((await cli('render', '--out', 'out')).code, 0);
  write('out/hydrator.metadata', old);
  const ownership = JSON.parse(readFileSync(path('out/.leasehold.json'), 'utf8'));
  const files = [...ownership.files, { path: 'hydrator.metadata', sha256: '' }];
  write('out/.leasehold.json', JSON.stringify({ ...ownership, files }));
}

suite('hydrator.metadata in the output directory', (test) => {
  const recordIn = ({ path }: Sandbox) => readFileSync(path('out/hydrator.metadata'), 'utf8');

  test('names the rendered commit, and does not change for uncommitted files', () =>
    inSandbox(async (sandbox) => {
      const { cli, git, write } = sandbox;
      await renderedByAction(sandbox);
      const head = git('rev-parse', 'HEAD').trim();
      const run = await cli('render', '--out', 'out');
      assert.match(run.stdout, '1 file written to out', run.stderr);
      const { repoURL, drySha, subject } = JSON.parse(recordIn(sandbox));
      assert.equal([repoURL, drySha, subject], ['https://github.com/acme/tenants', head, 'first']);
      write('tenants/globex.yaml', kleffTenant('globex'));
      assert.is((await cli('render', '--out', 'out')).code, 0);
      assert.is(JSON.parse(recordIn(sandbox)).drySha, head);
      git('add', 'tenants');
      git('commit', '--quiet', '-m', 'second');
      assert.match((await cli('render', '--out', 'out')).stdout, '1 file written');
      assert.is(JSON.parse(recordIn(sandbox)).drySha, git('rev-parse', 'HEAD').trim());
    }));

  test('is not created, and not changed if another tool wrote it', () =>
    inSandbox(async (sandbox) => {
      const { cli, write, remove, path } = sandbox;
      await renderedByAction(sandbox);
      remove('out/.leasehold.json');
      assert.is((await cli('render', '--out', 'out')).code, 0);
      assert.is(recordIn(sandbox), old);
      await cli('render', '--out', 'other');
      assert.not(existsSync(path('other/hydrator.metadata')));
      write('other/hydrator.metadata', old);
      await cli('render', '--out', 'other');
      assert.is(readFileSync(path('other/hydrator.metadata'), 'utf8'), old);
    }));
});
