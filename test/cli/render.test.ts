import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, org, runOn, tenant } from './fake-ports.ts';

/** The objects of the Kleff tenant. The Org has four more. */
const ofTenant = render([tenant('ada')]).objects.length;
const all = ofTenant + 4;
const machine = { trees: { tenants: [tenant('ada'), org('acme')] } };

suite('render', (test) => {
  test('writes one file for each resource and the inventory, and prints a table', async () => {
    const { code, stdout, stderr, written } = await runOn(machine, 'render', '--out', 'out');
    assert.is(code, 0);
    assert.equal(Object.keys(written), [
      'out/acme/org.tenants.acme.yaml',
      'out/ada/kleff-tenant.tenants.ada.yaml',
      'out/inventory.json',
    ]);
    assert.is(
      stdout,
      [
        'TENANT  KIND    OBJECTS  WARNINGS',
        'acme    Org           4         1',
        `ada     Tenant        ${ofTenant}         0`,
        '',
        `2 resources, ${all} objects, 1 warning; 3 files written to out, 0 unchanged, 0 removed`,
        '',
      ].join('\n'),
    );
    assert.match(stderr, /^tenants\/acme\.yaml:4:9 warning risky-value .*\n$/);
  });

  test('writes the status of each resource to the inventory, which is an empty List for other tools', async () => {
    const { written } = await runOn(machine, 'render', '--out', 'out');
    const inventory = JSON.parse(written['out/inventory.json'] ?? '') as Inventory;
    assert.equal([inventory.apiVersion, inventory.kind, inventory.items], ['v1', 'List', []]);
    assert.is(inventory.objects, all);
    assert.equal(
      inventory.resources.map(({ kind, status }) => [kind, status]),
      [
        [
          'Tenant',
          {
            conditions: ['NamespaceReady', 'TenantReady'].map((type) => ({ type, status: 'True', reason: 'Rendered' })),
          },
        ],
        ['Org', { phase: 'Provisioned' }],
      ],
    );
  });

  test('counts a warning for its resource if a file contains several', async () => {
    const text = (source: ReturnType<typeof file>) => ('text' in source ? source.text : '');
    const both = file('tenants/both.yaml', [tenant('ada'), org('acme'), tenant('bob')].map(text).join('---\n'));
    const { stdout } = await runOn({ trees: { tenants: [both] } }, 'render', '--out', 'out');
    assert.match(stdout, /\nacme +Org +4 +1\nada +Tenant +\d +0\nbob +Tenant +\d +0\n/);
  });

  test('with -o yaml, prints only the objects', async () => {
    const { stdout, written } = await runOn(machine, 'render', '-o', 'yaml');
    assert.is(parseAllDocuments(stdout).length, all);
    assert.equal(written, {});
  });

  test('with -o json, prints the same objects, one on each line', async () => {
    const yaml = await runOn(machine, 'render', '-o', 'yaml');
    const json = await runOn(machine, 'render', '-o', 'json');
    const objects = (parseAllDocuments(yaml.stdout) as { toJS(): unknown }[]).map((document) => document.toJS());
    assert.equal(
      json.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      objects,
    );
  });

  test('with --tenant, renders one tenant, regardless of errors of other tenants', async () => {
    const mixed = {
      trees: { tenants: [tenant('ada'), file('tenants/bob.yaml', tenantText('bob').replace('plan', 'plna'))] },
    };
    const { code, written } = await runOn(mixed, 'render', '--tenant', 'ada', '--out', 'out');
    assert.is(code, 0);
    assert.equal(Object.keys(written), ['out/ada/kleff-tenant.tenants.ada.yaml', 'out/inventory.json']);
    const unknown = await runOn(mixed, 'render', '--tenant', 'adda', '--out', 'out');
    assert.is(unknown.code, 1);
    assert.match(unknown.stderr, /no file defines tenant adda \(did you mean ada\?\)/);
    const { stderr } = await runOn(mixed, 'render', '--tenant', 'zoe', '-o', 'yaml');
    assert.match(stderr, /no file defines tenant zoe \(choices: ada, bob, platform\)/);
  });

  test('accepts every name in the table with --tenant', async () => {
    const platform = 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: settings}\nspec: {}\n';
    const shared = { trees: { tenants: [tenant('ada'), file('tenants/platform.yaml', platform)] } };
    const { stdout } = await runOn(shared, 'render', '--out', 'out');
    const names = [...stdout.matchAll(/^(\S+) +\w+ +\d+ +\d+$/gm)].map(([, name]) => name as string);
    assert.equal(names, ['ada', 'platform']);
    for (const name of names)
      assert.is((await runOn(shared, 'render', '--tenant', name, '--out', 'out')).code, 0, name);
    const old = await runOn(shared, 'render', '--tenant', '_platform', '--out', 'out');
    assert.match(old.stderr, /no file defines tenant _platform \(did you mean platform\?\)/);
  });

  test('writes nothing if there is an error, or a warning with --strict', async () => {
    const strict = await runOn(machine, 'render', '--out', 'out', '--strict');
    assert.equal([strict.code, strict.written, strict.stdout], [1, {}, '']);
    assert.match(strict.stderr, /1 warning: nothing was rendered\n$/);
    const report = await runOn(machine, 'render', '--out', 'out', '--strict', '-o', 'json');
    assert.is((JSON.parse(report.stdout) as { ok: boolean }).ok, false);
    const printed = await runOn({ trees: { tenants: [tenant('ada', 'gold')] } }, 'render', '-o', 'yaml');
    assert.equal([printed.code, printed.stdout], [1, '']);
  });

  test('with --output json, reports problems, the inventory and the written files', async () => {
    const { stdout } = await runOn(machine, 'render', '--out', 'out', '-o', 'json');
    const report = JSON.parse(stdout) as {
      ok: boolean;
      problems: unknown[];
      inventory: { objects: number };
      output: object;
    };
    assert.equal([report.ok, report.problems.length, report.inventory.objects], [true, 1, all]);
    assert.equal(report.output, { ok: true, written: 3, unchanged: 0, removed: 0, edited: [] });
    const failed = await runOn(
      { trees: { tenants: [tenant('ada', 'gold')] } },
      'render',
      '--out',
      'out',
      '--output',
      'json',
    );
    assert.equal([failed.code, (JSON.parse(failed.stdout) as { ok: boolean }).ok], [1, false]);
  });
});

suite('the progress bar', (test) => {
  const slow = () => {
    let now = 0;
    return () => (now += 400);
  };

  test('appears on a terminal after a second, and is erased at the end', async () => {
    const { stderr } = await runOn(
      { ...machine, clock: slow(), terminal: { stderrIsTty: true, color: 'never' } },
      'render',
      '--out',
      'out',
    );
    const frames = stderr.split('\r\u001b[K');
    assert.match(frames.join('\n'), /^writing [█░]{24} \d\/3$/mu);
    assert.match(frames.at(-1) ?? '', /^tenants\/acme\.yaml/);
  });

  test('announces a run with many files immediately', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => file(`tenants/${index}.yaml`, ''));
    const { stderr } = await runOn({ trees: { tenants: many }, terminal: { stderrIsTty: true } }, 'check');
    assert.is(stderr, '\r\u001b[Kchecking 5000 files …\r\u001b[K');
  });

  test('never shows in CI, without a terminal or in the first second', async () => {
    for (const odd of [
      { terminal: { stderrIsTty: true, isCi: true }, clock: slow() },
      { clock: slow() },
      { terminal: { stderrIsTty: true } },
    ]) {
      const { stderr } = await runOn({ ...machine, ...odd }, 'render', '--out', 'out');
      assert.not.match(stderr, /[█░]/);
    }
  });
});

function tenantText(name: string): string {
  const source = tenant(name);
  return 'text' in source ? source.text : '';
}

interface Inventory {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items: readonly unknown[];
  readonly objects: number;
  readonly resources: readonly { readonly kind: string; readonly status: object }[];
}
