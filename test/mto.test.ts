import * as assert from 'uvu/assert';
import { sandboxName } from '../kinds/mto/tenant/sandboxes.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { render, type SourceFile } from '../leasehold.ts';
import { changedPaths, differences, objectsOf } from './case-files.ts';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';

const group = 'tenantoperator.stakater.com';
const team = caseFiles('mto-tenant', 'names namespaces with and without the tenant prefix');
const project = caseFiles('mto-extensions', 'renders a project with namespaces roles and lists');

suite('in MTO with changed inputs,', (test) => {
  test('a sandbox is named after its tenant and its user', () => {
    for (const [tenant, user, name] of [
      ['bluesky', 'anna@aurora.org', 'bluesky-anna-aurora-sandbox'],
      ['alpha', 'dave@stakater.com', 'alpha-dave-stakater-sandbox'],
      ['gabbar', 'muhammad.mustafa@stakater.com', 'gabbar-muhammad-mustafa-stakater-sandbox'],
      ['lab', 'ada@corp.co.uk', 'lab-ada-corp-co-sandbox'],
      ['lab', 'ada@localhost', 'lab-ada-localhost-sandbox'],
      ['lab', 'Ada.L', 'lab-ada-l-sandbox'],
      ['lab', '_ada_', 'lab-ada-sandbox'],
    ] as const) {
      assert.is(sandboxName(tenant, user), name);
    }
  });

  test('a Tenant of v1beta2 renders the same objects as the same Tenant of v1beta3', () => {
    const old = caseFiles('mto-tenant-v1beta2', 'converts a v1beta2 tenant into a tenant and extensions');
    assert.equal(objectsOf([current, ...edit(old, /^apiVersion: .*v1beta2\n[\s\S]*?(?=^---)/m, '')]), objectsOf(old));
  });

  test('a namespace gets the same objects whether it is listed or has its own file', () => {
    const listed = objectsOf(edit(team, 'dev, prod', 'dev, prod, perf'));
    const joined = objectsOf([...team, joining('pay-perf', 'pay')]);
    assert.equal(differences(listed, joined), []);
  });

  test('an additional namespace changes only the shares of the other namespaces', () => {
    const before = objectsOf(team);
    const after = objectsOf(edit(team, 'dev, prod', 'dev, prod, perf'));
    const quotas = ['pay-dev', 'pay-prod', 'payments-shared'].map((name) => `ResourceQuota ${name}/mto-quota`);
    const changed = differences(before, after).filter((id) => !id.includes('pay-perf'));
    assert.equal(changed, quotas);
  });

  test('an additional namespace becomes a destination of the project', () => {
    const [before, after] = [objectsOf(project), objectsOf([...project, joining('shop', 'pay')])];
    const id = 'AppProject.argoproj.io argocd/pay';
    assert.equal(changedPaths(before.get(id), after.get(id)), ['spec.destinations.2']);
  });

  test('purging namespaces changes only the sync options of namespaces and of the objects that isolate them', () => {
    const before = objectsOf(team);
    const after = objectsOf(edit(team, 'namespaces:\n', 'namespaces:\n    onDeletePurgeNamespaces: true\n'));
    const changed = differences(before, after);
    assert.ok(changed.includes('Namespace pay-dev'));
    for (const id of changed) {
      assert.match(id, /^(Namespace|LimitRange|NetworkPolicy|ResourceQuota)[. ]/);
      for (const path of changedPaths(before.get(id), after.get(id)))
        assert.match(path, /^metadata\.annotations(\.argocd\.argoproj\.io\/sync-options)?$/);
    }
  });

  test('an additional member changes only bindings', () => {
    const before = objectsOf(team);
    const after = objectsOf(edit(team, 'users: [kim@corp.io]', 'users: [kim@corp.io, lin@corp.io]'));
    const kinds = new Set(differences(before, after).map((id) => id.split('.')[0]));
    assert.equal([...kinds].sort(), ['ClusterRoleBinding', 'RoleBinding']);
  });

  test('on OpenShift no namespace has its own quota, and only quotas and Groups differ', () => {
    const platform = { path: 'p.yaml', text: openShift };
    const [before, after] = [objectsOf(team), objectsOf([...team, platform])];
    const kinds = new Set(differences(before, after).map((id) => id.split(/[ .]/)[0]));
    assert.equal([...kinds].sort(), ['ClusterResourceQuota', 'Group', 'ResourceQuota']);
    assert.not([...after.keys()].some((id) => id.startsWith('ResourceQuota ')));
  });

  test('the inventory has the total and the share of each namespace', () => {
    const { resources } = render(team).inventory;
    const quota = resources.find(({ kind }) => kind === 'Tenant')?.status.quota;
    assert.equal(quota?.total, { 'requests.cpu': '4', 'requests.memory': '8Gi' });
    assert.equal(Object.keys(quota?.shares ?? {}), ['pay-dev', 'pay-prod', 'payments-shared']);
    assert.is(quota?.shares['pay-dev']?.['requests.cpu'], '1334m');
  });

  test('no object of a tenant names another tenant that shares the Quota or the IntegrationConfig', () => {
    const files = caseFiles('mto-tenant', 'closes namespaces to pods of other tenants');
    const { objects } = render(files);
    assert.ok(objects.length > 0);
    for (const { id, tenant, text } of objects) {
      const other = tenant === 'pay' ? 'lab' : 'pay';
      assert.not(new RegExp(`\\b${other}\\b`).test(text), formatId(id));
    }
  });
});

const openShift =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: p}\nspec: {cluster: {flavor: openshift}}\n';

/** The Tenant of the case in v1beta3, with its Extensions. */
const current = {
  path: 'now.yaml',
  text: `
apiVersion: ${group}/v1beta3
kind: Tenant
metadata: {name: pay}
spec:
  quota: small
  accessControl:
    owners: {users: [otto@corp.io]}
    editors: {groups: [devs]}
  namespaces:
    withTenantPrefix: [dev]
    withoutTenantPrefix: [payments-shared]
    sandboxes: {enabled: true, private: true}
    onDeletePurgeNamespaces: true
    metadata:
      common: {labels: {cost-center: cc-42}}
      specific: [{namespaces: [pay-dev], annotations: {backup: daily}}]
      sandbox: {annotations: {user: "{{ TENANT.USERNAME }}"}}
---
apiVersion: ${group}/v1alpha1
kind: Extensions
metadata: {name: pay}
spec:
  tenantName: pay
  argoCD:
    onDeletePurgeAppProject: true
    appProject:
      sourceRepos: [https://git.corp.io/pay]
      clusterResourceWhitelist: [{group: "", kind: Namespace}]
`,
};

function joining(name: string, tenant: string): SourceFile {
  const labels = `{stakater.com/tenant: ${tenant}}`;
  return {
    path: `${name}.yaml`,
    text: `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}, labels: ${labels}}\n`,
  };
}

function edit(files: readonly SourceFile[], from: string | RegExp, to: string): readonly SourceFile[] {
  const edited = files.map((file) => ('text' in file ? { ...file, text: file.text.replace(from, to) } : file));
  assert.not.equal(edited, files, `nothing in the case matches ${from}`);
  return edited;
}
