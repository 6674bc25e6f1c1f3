import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, runOn, tenant } from './fake-ports.ts';
import { inSandbox, kleffTenant, program, spawn } from './sandbox.ts';

const inRepository = (settings: string, more: Readonly<Record<string, string>> = {}) => ({
  trees: { config: [tenant('ada')] },
  texts: { '.git': '', '.leasehold.yaml': settings, ...more },
});

suite('the configuration file', (test) => {
  test('sets the tenants directory of commands', async () => {
    const machine = inRepository('dir: config\n');
    for (const line of ['check', 'render', 'get tenants', 'explain Tenant/ada', 'vendor'])
      assert.is((await runOn(machine, ...line.split(' '))).code, 0, line);
  });

  test('is overridden by the command line', async () => {
    const { stderr } = await runOn(inRepository('dir: config\n'), 'check', '--dir', 'other');
    assert.match(stderr, 'the directory other does not exist');
  });

  test('sets the output directory, unless the objects are printed', async () => {
    const machine = inRepository('dir: config\nout: rendered\n');
    assert.ok('rendered/inventory.json' in (await runOn(machine, 'render')).written);
    const printed = await runOn(machine, 'render', '-o', 'name');
    assert.equal(printed.written, {});
    assert.match(printed.stdout, /^Namespace user-ada\n/m);
  });

  test('can turn warnings into errors', async () => {
    const kryton =
      'apiVersion: kryton.azrtydxb.io/v1alpha1\nkind: Kryton\nmetadata: { name: a, namespace: b }\nspec: { version: "4.5.0" }\n';
    const machine = (settings: string) => ({
      ...inRepository(settings),
      trees: { tenants: [file('tenants/a.yaml', kryton)] },
    });
    const { code, stdout } = await runOn(machine(''), 'check');
    assert.is(code, 0, stdout);
    assert.match(stdout, ' warning ');
    assert.is((await runOn(machine('strict: true\n'), 'check')).code, 1);
  });

  test('is found from a subdirectory, and its paths are relative to it', async () => {
    await inSandbox(({ git, write, path }) => {
      git('init', '-q');
      write('.leasehold.yaml', 'dir: config/tenants\n');
      write('config/tenants/ada.yaml', kleffTenant('ada'));
      write('docs/deep/README.md', '');
      const { stdout, stderr } = spawn(process.execPath, [program, 'get', 'tenants', '-o', 'name'], path('docs/deep'));
      assert.is(stdout, 'tenant.kleff.kleff.io/ada\n', stderr);
    });
  });

  test('in a parent directory is not read outside a repository', async () => {
    await inSandbox(({ write, path }) => {
      write('.leasehold.yaml', 'dir: config\n');
      write('below/tenants/ada.yaml', kleffTenant('ada'));
      assert.is(spawn(process.execPath, [program, 'check'], path('below')).code, 0);
    });
  });

  test('with a mistake is a usage error', async () => {
    const message = async (text: string) => {
      const { code, stderr } = await runOn(inRepository(text), 'check');
      assert.is(code, 2);
      return stderr;
    };
    assert.match(await message('dri: config\n'), '.leasehold.yaml: unknown setting dri; the settings are dir, out,');
    assert.match(await message('dir: 3\n'), '.leasehold.yaml: dir is 3; it must be a non-empty string');
    assert.match(await message('- dir\n'), '.leasehold.yaml must be a single YAML mapping, such as dir: tenants');
    assert.match(await message('dir: a\n---\nout: b\n'), '.leasehold.yaml must be a single YAML mapping');
    assert.match(await message('dir: [\n'), /leasehold: \.leasehold\.yaml:\d+: ./);
    const choice = (await runOn(inRepository('failOn: cluster\n'), 'diff', 'main')).stderr;
    assert.match(choice, 'the setting failOn is cluster; it must be one of data-loss');
  });
});
