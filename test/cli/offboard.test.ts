import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { contents, inSandbox, kleffTenant, type Sandbox } from './sandbox.ts';

const platform =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {defaultNamespace: tenants, cluster: {mesh: none}}\n';
const leaving = (name: string) =>
  kleffTenant(name).replace('annotations: {', 'annotations: { leasehold.dev/delete-after: "2026-12-31",');

function repository({ write }: Sandbox): void {
  write('tenants/platform.yaml', platform);
  write('tenants/acme.yaml', leaving('acme'));
  write('tenants/two.yaml', `${leaving('initech')}---\n${kleffTenant('globex')}`);
}

suite('leasehold offboard', (test) => {
  test('lists the tenants whose last day has passed, and changes nothing without --write', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox);
      const before = contents(sandbox.path('tenants'));
      const early = await sandbox.cli('offboard', '--today', '2026-12-31');
      assert.equal([early.code, early.stdout], [0, 'no tenant has a last day before 2026-12-31\n']);
      const { code, stdout } = await sandbox.cli('offboard', '--today', '2027-01-01');
      assert.is(code, 0);
      assert.is(
        stdout,
        [
          'acme: the last day was 2026-12-31',
          'initech: the last day was 2026-12-31',
          '  delete tenants/acme.yaml',
          '  change tenants/two.yaml',
          '2 tenants to remove; use --write to change the files',
          '',
        ].join('\n'),
      );
      const json = await sandbox.cli('offboard', '--today', '2027-01-01', '-o', 'json');
      assert.equal(JSON.parse(json.stdout), {
        today: '2027-01-01',
        isWritten: false,
        removed: [
          { tenant: 'acme', deleteAfter: '2026-12-31' },
          { tenant: 'initech', deleteAfter: '2026-12-31' },
        ],
        files: [
          { path: 'tenants/acme.yaml', action: 'delete' },
          { path: 'tenants/two.yaml', action: 'change' },
        ],
        blocked: [],
        mentions: [],
      });
      assert.equal(contents(sandbox.path('tenants')), before);
    }));

  test('leaves no empty directory, which the next check would reject', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('tenants/platform.yaml', platform);
      sandbox.write('tenants/globex.yaml', kleffTenant('globex'));
      sandbox.write('tenants/north/acme/tenant.yaml', leaving('acme'));
      const { code } = await sandbox.cli('offboard', '--today', '2027-01-01', '--write');
      const checked = await sandbox.cli('check');
      assert.equal([code, checked.code], [0, 0], checked.stderr);
      assert.equal(Object.keys(contents(sandbox.path('tenants'))).sort(), ['globex.yaml', 'platform.yaml']);
      assert.not(existsSync(sandbox.path('tenants/north')));
    }));

  test('keeps a file with a document of a kind that leasehold does not read', () =>
    inSandbox(async (sandbox) => {
      const other =
        'apiVersion: extensions.mto.stakater.com/v1alpha1\nkind: GrafanaExtension\nmetadata: {name: dashboards}\n';
      sandbox.write('tenants/platform.yaml', platform);
      sandbox.write('tenants/acme.yaml', `${leaving('acme')}---\n${other}`);
      const { code, stdout } = await sandbox.cli('offboard', '--today', '2027-01-01', '--write');
      assert.is(code, 0, stdout);
      assert.is(contents(sandbox.path('tenants'))['acme.yaml'], `---\n${other}`);
    }));

  test('removes the tenants with --write, once', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox);
      const { code, stdout } = await sandbox.cli('offboard', '--today', '2027-01-01', '--write');
      assert.equal([code, stdout.endsWith('\n2 tenants removed\n')], [0, true], stdout);
      const { 'two.yaml': two = '', ...others } = contents(sandbox.path('tenants'));
      assert.is(two, `---\n${kleffTenant('globex')}`);
      assert.not('acme.yaml' in others);
      assert.is((await sandbox.cli('check')).code, 0);
      const again = await sandbox.cli('offboard', '--today', '2027-01-01', '--write');
      assert.is(again.stdout, 'no tenant has a last day before 2027-01-01\n');
    }));

  test('changes nothing if a file has an error, and rejects a wrong day', () =>
    inSandbox(async (sandbox) => {
      repository(sandbox);
      assert.is((await sandbox.cli('offboard', '--today', 'tomorrow')).code, 2);
      sandbox.write('tenants/broken.yaml', 'a: [');
      const before = contents(sandbox.path('tenants'));
      const { code, stdout, stderr } = await sandbox.cli('offboard', '--today', '2027-01-01', '--write');
      assert.equal([code, stdout], [1, '']);
      assert.match(stderr, '1 error: nothing is removed');
      assert.equal(contents(sandbox.path('tenants')), before);
    }));

  test('needs a Grant for its annotation in the directory of a tenant', () =>
    inSandbox(async ({ cli, write }) => {
      const fields = (more: string) =>
        `fields: {Tenant.kleff.kleff.io: {spec.plan: ["*"], spec.userId: ["*"], spec.username: ["*"]${more}}}`;
      const grant = (more: string) =>
        `apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: all}\nspec: {tenants: ["*"], kinds: [Tenant.kleff.kleff.io], ${fields(more)}, shared: [tenants], names: [user-acme]}\n`;
      const open = platform.replace('spec: {', 'spec: {directoryPerTenant: true, tenantsDirectory: tenants, ');
      write('.git/HEAD', '');
      write('platform/platform.yaml', open);
      write('platform/grant.yaml', grant(''));
      write('tenants/acme/tenant.yaml', leaving('acme'));
      const rejected = await cli('check', '--dir', '.');
      assert.match(rejected.stdout, 'not-granted metadata.annotations["leasehold.dev/delete-after"]');
      write('platform/grant.yaml', grant(', metadata.annotations.leasehold.dev/delete-after: ["*"]'));
      assert.is((await cli('check', '--dir', '.')).code, 0);
    }));
});
