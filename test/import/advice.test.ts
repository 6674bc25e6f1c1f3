import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { importFrom, type SourceSystemName } from '../../import/index.ts';
import { importReportText } from '../../import/report-text.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';

type Body = Readonly<Record<string, unknown>>;

const namespace = (name: string, labels: Body): Body => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
});
const capsuleTenant = { apiVersion: 'capsule.clastix.io/v1beta2', kind: 'Tenant', metadata: { name: 'oil' }, spec: {} };
const oilDev = namespace('oil-dev', { 'capsule.clastix.io/tenant': 'oil' });
const payTenant = {
  apiVersion: 'tenantoperator.stakater.com/v1beta3',
  kind: 'Tenant',
  metadata: { name: 'pay' },
  spec: {
    quota: 'small',
    accessControl: { editors: { groups: ['devs'] } },
    namespaces: { sandboxes: { enabled: true } },
  },
};
const quota = {
  apiVersion: 'tenantoperator.stakater.com/v1beta1',
  kind: 'Quota',
  metadata: { name: 'small' },
  spec: { resourcequota: { hard: { pods: '4' } } },
};
const replication = {
  apiVersion: 'capsule.clastix.io/v1beta2',
  kind: 'GlobalTenantResource',
  metadata: { name: 'copies' },
  spec: {
    resources: [{ namespacedItems: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shared', name: 'ca' }] }],
  },
};

interface Advice {
  readonly system: SourceSystemName;
  /** The advice as the report states it. */
  readonly text: string;
  readonly before: readonly Body[];
  /** The export with the advice applied. */
  readonly after: readonly Body[];
}

const advice: readonly Advice[] = [
  {
    system: 'capsule',
    text: 'export these objects, too',
    before: [capsuleTenant, oilDev, replication],
    after: [
      capsuleTenant,
      oilDev,
      replication,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ca', namespace: 'shared' }, data: { a: 'b' } },
    ],
  },
  { system: 'capsule', text: 'import both together', before: [oilDev], after: [oilDev, capsuleTenant] },
  {
    system: 'capsule',
    text: 'export it as tenants.v1beta2.capsule.clastix.io',
    before: [{ ...capsuleTenant, apiVersion: 'capsule.clastix.io/v1beta1' }],
    after: [capsuleTenant],
  },
  {
    system: 'mto',
    text: 'import both together',
    before: [namespace('pay-x', { 'stakater.com/tenant': 'pay' })],
    after: [namespace('pay-x', { 'stakater.com/tenant': 'pay' }), payTenant, quota],
  },
];

suite('the advice of import reports', (test) => {
  for (const { system, text, before, after } of advice)
    test(`${system}: ${text}`, () => {
      assert.match(reportOf(system, before), text);
      assert.not.match(reportOf(system, after), text);
    });

  test('mto: a Group with the roster renders the sandbox of a member', () => {
    const sandbox = namespace('pay-ada-corp-sandbox', { 'stakater.com/tenant': 'pay', 'stakater.com/kind': 'sandbox' });
    const objects = [payTenant, quota, sandbox];
    assert.match(reportOf('mto', objects), 'add a Group of leasehold.dev/v1alpha1 with the users of the group');
    const group = {
      apiVersion: 'leasehold.dev/v1alpha1',
      kind: 'Group',
      metadata: { name: 'devs' },
      spec: { users: ['ada@corp.io'] },
    };
    assert.ok(namespacesOf('mto', objects, [group]).includes('pay-ada-corp-sandbox'));
    assert.not.ok(namespacesOf('mto', objects, []).includes('pay-ada-corp-sandbox'));
  });

  test('capsule: onDeletePurgeNamespaces deletes namespaces after a confirmation', () => {
    const objects = [capsuleTenant, oilDev];
    assert.match(reportOf('capsule', objects), 'Set spec.namespaces.onDeletePurgeNamespaces: true in a Tenant');
    const imported = importFrom('capsule', [file(objects)]);
    assert.ok(imported.ok);
    const edited = imported.ok
      ? imported.files.map(({ path, text }) => ({
          path,
          text: text.replace('  namespaces:\n', '  namespaces:\n    onDeletePurgeNamespaces: true\n'),
        }))
      : [];
    const text = render(edited).objects.find(({ id }) => id.kind === 'Namespace')?.text ?? '';
    assert.match(text, 'Prune=confirm');
  });
});

function reportOf(system: SourceSystemName, objects: readonly Body[]): string {
  const imported = importFrom(system, [file(objects)]);
  return imported.ok ? importReportText(imported.report, 'whole') : '';
}

function namespacesOf(system: SourceSystemName, objects: readonly Body[], more: readonly Body[]): readonly string[] {
  const imported = importFrom(system, [file(objects)]);
  const files = imported.ok ? imported.files : [];
  const rendered = render([...files, ...(more.length > 0 ? [{ path: 'more.yaml', text: file(more).text }] : [])]);
  return rendered.objects.filter(({ id }) => id.kind === 'Namespace').map(({ id }) => id.name);
}

function file(objects: readonly Body[]): { readonly path: string; readonly text: string } {
  return { path: 'in.yaml', text: objects.map((object) => stringify(object)).join('---\n') };
}
