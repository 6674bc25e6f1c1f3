import * as assert from 'uvu/assert';
import type { ChartInflation } from '../../io/helm.ts';
import type { SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, type Machine, runOn, tenant } from './fake-ports.ts';

const group = 'apiVersion: templates.stakater.com/v1alpha1';
const template = file(
  'tenants/cache.yaml',
  `${group}\nkind: Template\nmetadata:\n  name: cache\nparameters:\n  - name: SIZE\n    value: "2"\nresources:\n  helm:\n    chart:\n      repository:\n        name: redis\n        version: 19.0.1\n        repoUrl: https://charts.example.org\n    setValues:\n      - name: auth.existingSecret\n        value: redis-\${tenant}\n        forceString: true\n    values: |\n      size: \${{SIZE}}\n      where: \${namespace}\n`,
);
const instance = file(
  'tenants/instance.yaml',
  `${group}\nkind: ClusterTemplateInstance\nmetadata:\n  name: cache\nspec:\n  template: cache\n  selector:\n    matchExpressions:\n      - key: kleff.io/tenant\n        operator: Exists\n`,
);
const tenants = [tenant('ada'), tenant('bob'), template, instance];

function object(kind: string, text: string): string {
  return `---\n# Source: redis\napiVersion: v1\nkind: ${kind}\nmetadata:\n  name: redis\nstringData:\n  value: "${text}"\n`;
}

function vendorOn(machine: Machine) {
  return runOn(machine, 'vendor');
}

suite('vendor', (test) => {
  test('writes a chart for each namespace, with parameters replaced, and keeps it in the next run', async () => {
    const asked: ChartInflation[] = [];
    const inflate = (inflation: ChartInflation) => {
      asked.push(inflation);
      return { ok: true as const, text: object('Thing', inflation.namespace) };
    };
    const { code, stdout, stderr, written } = await vendorOn({ trees: { tenants }, inflate });
    assert.is(code, 0, stderr);
    assert.is(stdout, '2 charts inflated into tenants/charts, 0 unchanged, 0 removed\n');
    assert.equal([...new Set(asked.map(({ namespace }) => namespace))], ['user-ada', 'user-bob']);
    const { chart, release, values, sets, kubernetes } = asked[0] as ChartInflation;
    assert.equal(chart, { name: 'redis', version: '19.0.1', repoUrl: 'https://charts.example.org' });
    assert.equal([release, kubernetes], ['cache', '1.30']);
    assert.equal(values, { size: 2, where: 'user-ada' });
    assert.equal(sets, [{ name: 'auth.existingSecret', value: 'redis-ada', isText: true }]);
    const files = [...tenants, ...Object.entries(written).map(([path, text]) => file(path, text))];
    const rendered = await runOn({ trees: { tenants: files } }, 'render', '-o', 'yaml');
    assert.is(rendered.code, 0, rendered.stderr);
    assert.match(rendered.stdout, 'kind: Thing');
    const again = await vendorOn({ trees: { tenants: files } });
    assert.is(again.stdout, '0 charts inflated, 2 unchanged, 0 removed\n');
  });

  test('removes charts that nothing uses, unless an error might be the reason', async () => {
    const inflate = () => ({ ok: true as const, text: object('Thing', 'x') });
    const { written } = await vendorOn({ trees: { tenants }, inflate });
    const charts = Object.entries(written).map(([path, text]) => file(path, text));
    const removed: string[] = [];
    const override = { remove: (path: string) => void removed.push(path) };
    const files = [tenant('ada'), template, instance, ...charts];
    const { stdout } = await vendorOn({ trees: { tenants: files }, override });
    assert.is(stdout, '0 charts inflated, 1 unchanged, 1 removed\n');
    assert.is(removed.length, 1);
    const invalid = file('tenants/bob.yaml', 'kind: Tenant\napiVersion: kleff.kleff.io/v1\n');
    const unknown = await vendorOn({ trees: { tenants: [...files, invalid] }, override });
    assert.is(removed.length, 1);
    assert.is(unknown.code, 1);
    assert.match(unknown.stderr, 'the files have errors, so the charts that they need are unknown');
  });

  test('with --check, renders again, and fails if a file differs, is missing or is not needed', async () => {
    const inflate = ({ namespace }: ChartInflation) => ({ ok: true as const, text: object('Thing', namespace) });
    const { written } = await vendorOn({ trees: { tenants }, inflate });
    const charts = Object.entries(written).map(([path, text]) => file(path, text));
    const check = (files: readonly SourceFile[], override: Partial<Machine> = {}) =>
      runOn({ trees: { tenants: files }, inflate, ...override }, 'vendor', '--check');
    const same = await check([...tenants, ...charts]);
    assert.equal(
      [same.code, same.stdout, same.stderr, same.written],
      [0, '2 charts verified, no differences\n', '', {}],
    );
    const [first, ...others] = charts;
    const edited = { path: first?.path ?? '', text: String(Object.values(written)[0]).replace('user-', 'other-') };
    const changed = await check([...tenants, edited, ...others]);
    assert.equal([changed.code, changed.written], [1, {}]);
    assert.match(changed.stderr, `${edited.path} differs from the output of Helm`);
    const missing = await check([...tenants, ...others]);
    assert.is(missing.code, 1);
    assert.match(
      missing.stderr,
      'Template cache, chart redis 19.0.1 for user-ada is not inflated; run leasehold vendor',
    );
    const wrong = file(instance.path, `${'text' in instance ? instance.text : ''}  bogus: 1\n`);
    for (const some of [[], charts]) {
      const unknown = await check([tenant('ada'), tenant('bob'), template, wrong, ...some]);
      assert.equal([unknown.code, unknown.stdout], [1, '']);
      assert.match(unknown.stderr, 'the files have errors, so the charts that they need are unknown');
    }
    const surplus = await check([tenant('ada'), template, instance, ...charts]);
    assert.is(surplus.code, 1);
    assert.match(surplus.stderr, 'is no longer needed; run leasehold vendor');
  });

  test("with directoryPerTenant, writes charts to the tenant's subdirectory of the Platform's directory", async () => {
    const platform = file(
      'repo/platform/platform.yaml',
      'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants}\n',
    );
    const grant = file(
      'repo/platform/grant.yaml',
      'apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: all}\nspec: {tenants: ["*"], kinds: [Tenant.kleff.kleff.io], shared: [tenants], names: [user-ada], fields: {Tenant.kleff.kleff.io: {spec.plan: [basic]}}}\n',
    );
    const move = (one: SourceFile, path: string) => ({ ...one, path });
    const own = [move(template, 'repo/platform/cache.yaml'), move(instance, 'repo/platform/instance.yaml')];
    const files = [platform, grant, ...own, move(tenant('ada'), 'repo/tenants/ada/tenant.yaml')];
    const inflate = () => ({ ok: true as const, text: object('ConfigMap', 'x').replace('stringData', 'data') });
    const { code, stderr, written } = await runOn({ trees: { repo: files }, inflate }, 'vendor', '--dir', 'repo');
    assert.is(code, 0, stderr);
    const [path = ''] = Object.keys(written);
    assert.match(path, /^repo\/platform\/tenants\/ada\/charts\/[0-9a-f]{40}\.yaml$/);
    const charted = [...files, file(path, written[path] ?? '')];
    const rendered = await runOn(
      { trees: { repo: charted } },
      'render',
      '--dir',
      'repo',
      '-o',
      'yaml',
      '--tenant',
      'ada',
    );
    assert.is(rendered.code, 0, rendered.stderr);
    assert.match(rendered.stdout, 'name: redis');
    const stolen = charted.map((one) => (one.path === path ? move(one, 'repo/tenants/ada/chart.yaml') : one));
    const rejected = await runOn({ trees: { repo: stolen } }, 'check', '--dir', 'repo');
    assert.match(rejected.stdout, 'InflatedChart.leasehold.dev cannot be in a tenant');
  });

  test('writes nothing through a link that leaves the directory', async () => {
    const inflate = () => ({ ok: true as const, text: object('Thing', 'x') });
    const override = { isWithin: () => false };
    const { code, stderr, written } = await vendorOn({ trees: { tenants }, inflate, override });
    assert.is(code, 1);
    assert.match(stderr, 'the link tenants/charts leads out of tenants; remove the link');
    assert.equal(written, {});
  });

  test('replaces nothing at the path of a chart', async () => {
    const inflate = () => ({ ok: true as const, text: object('Thing', 'x') });
    const { code, stderr, written } = await vendorOn({
      trees: { tenants },
      inflate,
      override: { create: () => false },
    });
    assert.is(code, 1);
    assert.match(stderr, 'is not written, because a file or directory with this path exists');
    assert.equal(written, {});
  });

  test('without helm, names the Template, explains how to install helm, and writes nothing', async () => {
    const { code, stderr, written } = await vendorOn({ trees: { tenants } });
    assert.is(code, 1);
    assert.match(stderr, /^leasehold: Template cache, chart redis 19\.0\.1 needs Helm: .*https:\/\/helm\.sh\/docs/);
    assert.equal(written, {});
  });

  test('rejects a chart with random output, and names the object', async () => {
    let count = 0;
    const inflate = () => ({ ok: true as const, text: object('Secret', String(count++)) });
    const { code, stderr, written } = await vendorOn({ trees: { tenants }, inflate });
    assert.is(code, 1);
    assert.match(stderr, 'chart redis 19.0.1 for user-ada: Secret redis differs between two runs of Helm');
    assert.equal(written, {});
  });

  test('reports the namespace for which helm fails, and writes the files of the others', async () => {
    const inflate = ({ namespace }: ChartInflation) =>
      namespace === 'user-ada'
        ? { ok: false as const, reason: 'failed' as const, message: 'Error: no such chart' }
        : { ok: true as const, text: object('Thing', 'x') };
    const { code, stderr, written } = await vendorOn({ trees: { tenants }, inflate });
    assert.is(code, 1);
    assert.is(stderr, 'leasehold: Template cache, chart redis 19.0.1 for user-ada: Error: no such chart\n');
    assert.is(Object.keys(written).length, 1);
  });

  test('rejects output that is not YAML, or that contains ambiguous numbers', async () => {
    for (const [text, message] of [
      ['a: [', 'the output of the chart is not YAML'],
      ['apiVersion: v1\nkind: Thing\nmetadata: {name: a}\nbig: 1e30\n', 'the output of the chart contains a number'],
    ] as const) {
      const { code, stderr } = await vendorOn({ trees: { tenants }, inflate: () => ({ ok: true, text }) });
      assert.is(code, 1);
      assert.match(stderr, message);
    }
  });

  test('does not need helm if there is no chart', async () => {
    const { code, stdout } = await vendorOn({ trees: { tenants: [tenant('ada')] } });
    assert.is(code, 0);
    assert.is(stdout, '0 charts inflated, 0 unchanged, 0 removed\n');
  });
});
