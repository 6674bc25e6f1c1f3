import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { advice } from '../../import/effect/advice.ts';
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

type AdviceName = keyof typeof advice;

interface Followed {
  readonly system: SourceSystemName;
  readonly before: readonly Body[];
  /** The export with the advice applied. */
  readonly after: readonly Body[];
}

const classes = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' } };
const fastTenant = { ...capsuleTenant, spec: { storageClasses: { allowedRegex: '^fast-?.*' } } };
const mtoNamespace = namespace('pay-x', { 'stakater.com/tenant': 'pay' });
const org = {
  apiVersion: 'tetrapus.io/v1alpha1',
  kind: 'Org',
  metadata: { name: 'a', namespace: 'orgs' },
  spec: { slug: 'a', region_code: 'us-east-1', plan_tier: 'team', data_plane_image: 'tetrapus/server:1.0.0' },
};
const workload = (spec: Body): Body => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'org-a', namespace: 'orgs', ownerReferences: [{ ...org, name: 'a', controller: true }] },
  spec,
});
const template = (resources: Body): Body => ({
  apiVersion: 'templates.stakater.com/v1alpha1',
  kind: 'Template',
  metadata: { name: 'pull' },
  resources,
});
const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'pull' }, data: { a: 'Yg==' } };

/** Advice on the export itself. */
const followed: Readonly<Record<Exclude<AdviceName, keyof typeof edited>, readonly Followed[]>> = {
  exportClasses: [{ system: 'capsule', before: [fastTenant, oilDev], after: [fastTenant, oilDev, classes] }],
  exportCopies: [
    {
      system: 'capsule',
      before: [capsuleTenant, oilDev, replication],
      after: [
        capsuleTenant,
        oilDev,
        replication,
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ca', namespace: 'shared' }, data: { a: 'b' } },
      ],
    },
  ],
  exportCurrentVersion: [
    {
      system: 'capsule',
      before: [{ ...capsuleTenant, apiVersion: 'capsule.clastix.io/v1beta1' }],
      after: [capsuleTenant],
    },
  ],
  importTogether: [
    { system: 'capsule', before: [oilDev], after: [oilDev, capsuleTenant] },
    { system: 'mto', before: [mtoNamespace], after: [mtoNamespace, payTenant, quota] },
  ],
  mapSecret: [
    {
      system: 'mto',
      before: [template({ manifests: [secret] })],
      after: [template({ resourceMappings: { secrets: [{ name: 'pull', namespace: 'pay-build' }] } })],
    },
  ],
  orphanImmutable: [
    { system: 'tetrapus', before: [org, workload({ selector: { matchLabels: { app: 'a' } } })], after: [org] },
  ],
  moveStrategy: [
    {
      system: 'tetrapus',
      before: [org, workload({ strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } })],
      after: [org, workload({ strategy: { type: 'Recreate' } })],
    },
  ],
};

/** Advice on the imported files. */
const edited = {
  addRoster: () => {
    const sandbox = namespace('pay-ada-corp-sandbox', { 'stakater.com/tenant': 'pay', 'stakater.com/kind': 'sandbox' });
    const objects = [payTenant, quota, sandbox];
    assert.match(reportOf('mto', objects), advice.addRoster);
    const group = {
      apiVersion: 'leasehold.dev/v1alpha1',
      kind: 'Group',
      metadata: { name: 'devs' },
      spec: { users: ['ada@corp.io'] },
    };
    assert.ok(renderedNames('Namespace', 'mto', objects, [group]).includes('pay-ada-corp-sandbox'));
    assert.not.ok(renderedNames('Namespace', 'mto', objects, []).includes('pay-ada-corp-sandbox'));
  },
  purgeNamespaces: () => {
    const objects = [capsuleTenant, oilDev];
    assert.match(reportOf('capsule', objects), advice.purgeNamespaces);
    const imported = importFrom('capsule', [file(objects)]);
    const purging = (imported.ok ? imported.files : []).map(({ path, text }) => ({
      path,
      text: text.replace('  namespaces:\n', '  namespaces:\n    onDeletePurgeNamespaces: true\n'),
    }));
    assert.match(render(purging).objects.find(({ id }) => id.kind === 'Namespace')?.text ?? '', 'Prune=confirm');
  },
  renderPlainNamespaces: () => {
    const tenant = {
      apiVersion: 'kleff.kleff.io/v1',
      kind: 'Tenant',
      metadata: { name: 'jane', namespace: 'tenants' },
      spec: { plan: 'basic', userId: 'user-1', username: 'jane' },
    };
    assert.match(reportOf('kleff', [tenant]), advice.renderPlainNamespaces);
    const platform = {
      apiVersion: 'leasehold.dev/v1alpha1',
      kind: 'Platform',
      metadata: { name: 'platform' },
      spec: { kleff: { namespace: 'plain' } },
    };
    assert.is.not(renderedNames('NetworkPolicy', 'kleff', [tenant], []).length, 0);
    for (const kind of ['NetworkPolicy', 'ResourceQuota', 'LimitRange'])
      assert.equal(renderedNames(kind, 'kleff', [tenant], [platform]), []);
  },
} as const;

suite('the advice of import reports', (test) => {
  for (const [name, cases] of Object.entries(followed) as readonly [AdviceName, readonly Followed[]][])
    for (const { system, before, after } of cases)
      test(`disappears when it is followed: ${name}, ${system}`, () => {
        const text = String(name === 'exportClasses' ? advice.exportClasses('StorageClass') : advice[name]);
        assert.match(reportOf(system, before), text);
        assert.not.match(reportOf(system, after), text);
      });

  for (const [name, follow] of Object.entries(edited)) test(`has the promised effect: ${name}`, follow);

  test('has a test for each entry', () => {
    assert.equal([...Object.keys(followed), ...Object.keys(edited)].sort(), Object.keys(advice).sort());
  });
});

function reportOf(system: SourceSystemName, objects: readonly Body[]): string {
  const imported = importFrom(system, [file(objects)]);
  return imported.ok ? importReportText(imported.report, 'whole') : '';
}

function renderedNames(
  kind: string,
  system: SourceSystemName,
  objects: readonly Body[],
  more: readonly Body[],
): readonly string[] {
  const imported = importFrom(system, [file(objects)]);
  const files = imported.ok ? imported.files : [];
  const rendered = render([...files, ...(more.length > 0 ? [{ path: 'more.yaml', text: file(more).text }] : [])]);
  return rendered.objects.filter(({ id }) => id.kind === kind).map(({ id }) => id.name);
}

function file(objects: readonly Body[]): { readonly path: string; readonly text: string } {
  return { path: 'in.yaml', text: objects.map((object) => stringify(object)).join('---\n') };
}
