import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { replaceFile } from '../../io/new-file.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant, type Sandbox } from './sandbox.ts';

const platform =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants, defaultNamespace: tenants, cluster: {mesh: none}}\n';
const grant =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: all}\nspec: {tenants: ["*"], kinds: [Tenant.kleff.kleff.io], fields: {Tenant.kleff.kleff.io: {spec.plan: ["*"], spec.userId: ["*"], spec.username: ["*"]}}, shared: [tenants], names: [user-acme, user-globex]}\n';

/** A Tenant with the warning status-ignored and no annotation. */
const warned = (name: string) => `${kleffTenant(name).replace(/ {2}annotations: .*\n/, '')}status: {}\n`;

function repository({ write }: Sandbox): void {
  write('.git/HEAD', '');
  write('platform/platform.yaml', `${platform}---\n${grant}`);
  write('tenants/acme/tenant.yaml', warned('acme'));
  write('tenants/globex/tenant.yaml', warned('globex'));
}

const out = 'platform/baseline.yaml';

suite('leasehold baseline', (test) => {
  test('does not write to a directory', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox);
      const { code, stdout, stderr } = await sandbox.cli('baseline', '--out', 'platform');
      assert.equal([code, stdout], [2, '']);
      assert.match(stderr, 'platform is not a Baseline; choose another file');
    }));

  test('accepts the warnings of tenant directories, so that --strict fails only on later ones', () =>
    inSandbox(async (sandbox) => {
      const { cli, write } = sandbox;
      repository(sandbox);
      assert.is((await cli('check', '--strict')).code, 1);
      const written = await cli('baseline', '--out', out);
      assert.equal([written.code, written.stdout], [0, `wrote ${out}, which accepts 2 warnings\n`], written.stderr);
      for (const command of [['check'], ['render', '--out', 'rendered'], ['render', '--tenant', 'acme']]) {
        const run = await cli(...command, '--strict');
        assert.equal([run.code, run.stderr], [0, ''], run.stdout);
      }
      write(
        'tenants/globex/tenant.yaml',
        `${warned('globex')}---\n${warned('globex').replace(': globex', ': globex-2')}`,
      );
      const later = await cli('check', '--strict');
      assert.is(later.code, 1);
      assert.not.match(later.stdout, 'acme');
    }));

  test('keeps the reasons, drops fixed warnings, and omits warnings that another file accepts', () =>
    inSandbox(async (sandbox) => {
      const { cli, write, path } = sandbox;
      repository(sandbox);
      const printed = (await cli('baseline')).stdout;
      const [acme = '', globex = ''] = printed.split(/(?=^ {4}- )/m).slice(1);
      const head = printed.slice(0, printed.indexOf('    - '));
      write('platform/tenants/acme.yaml', `${head}${acme}`);
      write(out, `${head.replace('accepted', 'others')}${globex}      reason: It is harmless.\n`);
      assert.is((await cli('check', '--strict')).code, 0);
      assert.match((await cli('baseline', '--out', `./${out}`)).stdout, 'accepts 1 warning');
      assert.match(readFileSync(path(out), 'utf8'), 'reason: It is harmless.');
      write('tenants/globex/tenant.yaml', warned('globex').replace('status: {}\n', ''));
      const repaired = await cli('check', '--strict');
      assert.is(repaired.code, 0, repaired.stdout);
      assert.match(repaired.stdout, `${out}:7:7 warning stale-acknowledgement`);
      assert.not.match((await cli('render', '--tenant', 'acme', '--strict')).stderr, 'stale');
      await cli('baseline', '--out', out);
      assert.not.match((await cli('check')).stdout, 'stale');
    }));

  test('replaces only a Baseline, and accepts no errors', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox);
      const { cli, write, path } = sandbox;
      assert.is((await cli('baseline', '--out', 'platform/platform.yaml')).code, 2);
      assert.is(readFileSync(path('platform/platform.yaml'), 'utf8'), `${platform}---\n${grant}`);
      write('tenants/acme/tenant.yaml', warned('acme').replace('plan:', 'plam:'));
      const rejected = await cli('baseline');
      assert.equal([rejected.code, rejected.stdout], [1, '']);
      assert.match(rejected.stderr, 'unknown-field');
    }));
});

suite('a file that a command replaces', (test) => {
  test('keeps its permissions, and its content after a failed write', () =>
    inSandbox(({ write, path, root }) => {
      write('a.yaml', 'old');
      chmodSync(path('a.yaml'), 0o640);
      replaceFile(path('a.yaml'), 'new');
      assert.equal([readFileSync(path('a.yaml'), 'utf8'), statSync(path('a.yaml')).mode & 0o777], ['new', 0o640]);
      write('b/c.yaml', '');
      assert.throws(() => replaceFile(path('b'), 'new'));
      assert.equal(readdirSync(root), ['a.yaml', 'b']);
      write(`.leasehold-${process.pid}.new/x`, '');
      assert.throws(() => replaceFile(path('a.yaml'), 'newer'));
      assert.is(readFileSync(path('a.yaml'), 'utf8'), 'new');
    }));

  test('is never named -, because that is standard output elsewhere', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox);
      for (const command of [['new', 'Plan', 'x'], ['baseline'], ['render']]) {
        const { code, stderr } = await sandbox.cli(...command, '--out', '-');
        assert.is(code, 2, command.join(' '));
        assert.match(stderr, '--out - does not mean standard output');
      }
    }));
});

suite('a Baseline', (test) => {
  const files = (own: string) => [
    { path: 'platform/platform.yaml', text: `${platform}---\n${grant}` },
    { path: 'tenants/acme/tenant.yaml', text: `${warned('acme')}${own}` },
    { path: 'tenants/globex/tenant.yaml', text: warned('globex') },
  ];
  const accepting = (resource: string, message: string) =>
    `---\napiVersion: leasehold.dev/v1alpha1\nkind: Baseline\nmetadata: {name: own}\nspec: {warnings: [{resource: ${resource}, code: status-ignored, path: status, message: "${message}"}]}\n`;
  const message = 'status is set by the cluster; it is ignored in a file';
  const codesOf = (all: ReturnType<typeof files>) => render(all).problems.map(({ code, at }) => `${at.file} ${code}`);

  test('has no effect in the directory of a tenant', () => {
    const own = files(accepting('Tenant.kleff.kleff.io/tenants/globex', message));
    assert.ok(codesOf(own).includes('tenants/globex/tenant.yaml status-ignored'));
    assert.ok(codesOf(own).includes('tenants/acme/tenant.yaml not-granted'));
    const globex = render(own, { tenant: 'globex' });
    assert.equal([globex.ok, globex.problems.map(({ code }) => code)], [true, ['status-ignored']]);
  });

  test('accepts only warnings with the same message', () => {
    for (const [text, left] of [
      [message, 1],
      ['another warning', 2],
    ] as const) {
      const baseline = accepting('Tenant.kleff.kleff.io/tenants/acme', text).slice('---\n'.length);
      const codes = codesOf([...files(''), { path: 'platform/baseline.yaml', text: baseline }]);
      assert.is(codes.filter((code) => code.endsWith('status-ignored')).length, left);
    }
  });

  test('accepts a warning of an item of a List', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n${warned('acme').replace(/^/gm, '    ').replace('    api', '  - api').trimEnd()}\n`;
    const baseline = accepting('Tenant.kleff.kleff.io/tenants/acme', message).slice('---\n'.length);
    const open = platform.replace('directoryPerTenant: true, tenantsDirectory: tenants, ', '');
    const texts = { 'platform.yaml': open, 'list.yaml': list, 'baseline.yaml': baseline };
    assert.equal(render(Object.entries(texts).map(([path, text]) => ({ path, text }))).problems, []);
  });
});
