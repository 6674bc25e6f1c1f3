import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { listAt, mappingAt, type Tree, textAt, textsAt } from '../../data/tree.ts';
import { render } from '../../leasehold.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { suite } from '../harness.ts';
import { file, platform } from './grant-attacks.ts';

const listed = '[{group: "", kind: ResourceQuota}, {group: "", kind: Secret}]';

const tenant = file(
  'platform/evil.yaml',
  `apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: {name: config, namespace: mto}
spec: {integrations: {argocd: {namespace: argocd, namespaceResourceBlacklist: ${listed}}}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: tiny}
spec: {}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: evil}
spec: {quota: tiny, namespaces: {withTenantPrefix: [dev]}, accessControl: {owners: {groups: [evil]}}}
---
apiVersion: tenantoperator.stakater.com/v1alpha1
kind: Extensions
metadata: {name: evil}
spec: {tenantName: evil, argoCD: {appProject: {sourceRepos: ["https://git.example.com/evil"]}}}
`,
);

function projectWith(spec: string): Tree {
  const text = platform.text.replace('spec: {', `spec: {${spec}`);
  const files = [file('platform/platform.yaml', text), { ...tenant, path: 'platform/tenants/evil.yaml' }];
  const { objects, problems } = render(files);
  assert.equal(problems.filter(isError), []);
  const reading = readYaml(objects.find(({ id }) => id.kind === 'AppProject')?.text ?? '');
  return mappingAt(reading.ok ? reading.bodies : [], 0);
}

const argocd = 'system:serviceaccount:argocd:argocd-application-controller';

const deniedIn = (spec: string) =>
  listAt(projectWith(spec), 'spec', 'namespaceResourceBlacklist').map((one) => textAt(one, 'kind'));

suite('law: members can change only the Applications of the AppProject of their Tenant', (test) => {
  test('because its roles only read clusters, repositories and ApplicationSets, which run commands or get Secrets', () => {
    const policies = listAt(projectWith(''), 'spec', 'roles').flatMap((role) => textsAt(role, 'policies'));
    const writes = policies.map((one) => one.split(', ')).filter(([, , , action]) => action !== 'get');
    assert.equal([...new Set(writes.map(([, , resource]) => resource))], ['applications', 'exec', 'logs']);
  });

  test('because Applications cannot contain what limits the tenant, with any list and any admission rules', () => {
    const denied = ['ResourceQuota', 'Secret', 'LimitRange', 'Role', 'RoleBinding'];
    assert.equal(deniedIn(''), denied);
    for (const rules of ['{}', '{mode: warn}', `{controllers: {users: ["${argocd}"]}}`])
      assert.equal(deniedIn(`enforcement: ${rules}, `), denied);
  });

  test('because OpenShift has two groups of Roles and RoleBindings', () => {
    const kinds = listAt(projectWith('cluster: {flavor: openshift}, '), 'spec', 'namespaceResourceBlacklist');
    const groups = kinds.filter((one) => textAt(one, 'kind') === 'RoleBinding').map((one) => textAt(one, 'group'));
    assert.equal(groups, ['rbac.authorization.k8s.io', 'authorization.openshift.io']);
  });
});
