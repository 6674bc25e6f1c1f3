import { realpathSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { tenant, tenantsIn, withSandbox } from './sandbox.ts';

const three = {
  'app/tenants/acme.yaml': tenant('acme', '{tier: gold}'),
  'app/tenants/globex.yaml': tenant('globex', '{tier: free}'),
  'app/tenants/initech.yaml': tenant('initech'),
};

suite('the plugin generates', (test) => {
  test('one JSON object on each line, as many as the core renders', async () => {
    await withSandbox(three, async ({ generate }) => {
      const { code, stdout, stderr } = await generate();
      assert.equal([code, stderr], [0, '']);
      const files = Object.entries(three).map(([path, text]) => ({ path: path.slice('app/'.length), text }));
      const lines = stdout.split('\n');
      assert.is(lines.pop(), '');
      assert.is(lines.length, render(files).objects.length);
      for (const line of lines) assert.ok((JSON.parse(line) as { readonly kind?: unknown }).kind);
    });
  });

  test('the same bytes for an old and a new version of the cluster', async () => {
    await withSandbox(three, async ({ call }) => {
      const old = await call('generate', { KUBE_VERSION: '1.20.0', KUBE_API_VERSIONS: 'v1' });
      assert.equal(await call('generate', { KUBE_VERSION: '1.36.0' }), old);
      assert.is(old.code, 0);
    });
  });

  test('from the directory of the application if it has no directory named tenants', async () => {
    await withSandbox({ 'app/acme.yaml': tenant('acme') }, async ({ generate }) => {
      assert.equal(tenantsIn(await generate()), ['acme']);
    });
  });

  test('nothing if a file has an error, and prints the fix first', async () => {
    const files = { ...three, 'app/tenants/globex.yaml': tenant('globex', '{}', 'basci') };
    await withSandbox(files, async ({ generate }) => {
      const { code, stdout, stderr } = await generate();
      assert.equal([code, stdout], [1, '']);
      const [first = '', second = ''] = stderr.split('\n');
      assert.match(first, /^app\/tenants\/globex\.yaml:4: spec\.plan: did you mean basic\?$/);
      assert.match(second, 'error not-a-choice spec.plan');
    });
  });

  test('a short message, even for many errors', async () => {
    const broken = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`app/tenants/t${index}.yaml`, `kind: ${'x'.repeat(5000)}\n`]),
    );
    await withSandbox(broken, async ({ generate }) => {
      const { stderr } = await generate();
      assert.ok(stderr.length < 6000, `${stderr.length} characters`);
      assert.match(stderr, 'and 50 more; leasehold check shows all problems');
    });
  });

  test('nothing if there are no files, or if they render no object', async () => {
    await withSandbox({ 'app/README.md': '' }, async ({ generate }) => {
      const { stdout, stderr } = await generate();
      assert.is(stdout, '');
      assert.match(
        stderr,
        /^the application's directory has no \.yaml, .* no directory tenants; add the files of the tenants, or delete the Application/,
      );
    });
    await withSandbox({ 'app/tenants/README.md': '' }, async ({ generate }) => {
      const { stderr } = await generate();
      assert.match(stderr, /^the application has no \.yaml, .* files in its directory tenants; add the files/);
    });
    const platform = 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {}\n';
    await withSandbox({ 'app/platform.yaml': platform }, async ({ generate }) => {
      const { code, stdout, stderr } = await generate();
      assert.equal([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^the files render no objects, .*; add a tenant, or delete the Application with its objects$/m,
      );
    });
  });

  test('nothing outside the repository, even through a link', async () => {
    await withSandbox({ '../../outside/acme.yaml': tenant('acme'), 'app/x.md': '' }, async ({ root, generate }) => {
      symlinkSync(join(root, '../../outside'), join(root, 'app/tenants'));
      const { code, stdout, stderr } = await generate();
      assert.equal([code, stdout], [1, '']);
      assert.match(stderr, /^tenants is a link that leads out of the repository; replace it with a directory/);
    });
    await withSandbox({ '../../outside.yaml': tenant('acme'), ...three }, async ({ root, generate }) => {
      symlinkSync(join(root, '../../outside.yaml'), join(root, 'app/tenants/evil.yaml'));
      const { code, stdout, stderr } = await generate();
      assert.equal([code, stdout], [1, '']);
      assert.match(stderr, 'is a symbolic link, which is not followed');
    });
  });

  test('nothing if the application itself is a link that leaves the repository', async () => {
    await withSandbox({ '../../outside/a.yaml': tenant('evil'), 'README.md': '' }, async ({ root, call }) => {
      symlinkSync(join(root, '../../outside'), join(root, 'app'));
      const cwd = realpathSync(join(root, 'app'));
      const { code, stdout, stderr } = await call('generate', { ARGOCD_APP_SOURCE_PATH: 'app' }, relative(root, cwd));
      assert.equal([code, stdout], [1, '']);
      const announced = await call('parameters', { ARGOCD_APP_SOURCE_PATH: 'app' }, relative(root, cwd));
      assert.not.match(announced.stdout, 'evil');
      assert.match(stderr, /^spec\.source\.path is a link that leads out of the repository; set it to a directory/);
    });
  });

  test('nothing, without an internal error, if tenants is a link to itself', async () => {
    await withSandbox({ 'app/README.md': '' }, async ({ root, generate }) => {
      symlinkSync('tenants', join(root, 'app/tenants'));
      const { code, stdout, stderr } = await generate();
      assert.equal([code, stdout], [1, '']);
      assert.match(stderr, 'tenants is a symbolic link, which is not followed');
    });
  });

  test('from the target of a link inside the repository', async () => {
    await withSandbox({ 'shared/acme.yaml': tenant('acme'), 'app/x.md': '' }, async ({ root, generate }) => {
      symlinkSync(join(root, 'shared'), join(root, 'app/tenants'));
      assert.equal(tenantsIn(await generate()), ['acme']);
    });
  });

  test('nothing for an unknown command', async () => {
    await withSandbox(three, async ({ call }) => {
      const { code, stdout, stderr } = await call('generat');
      assert.equal([code, stdout], [1, '']);
      assert.match(stderr, 'call leasehold-cmp with generate');
    });
  });
});
