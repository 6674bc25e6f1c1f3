import * as assert from 'uvu/assert';
import { resourceKinds } from '../../admission/resource-kinds.ts';
import { managedObjects } from '../../admission/rules/managed-objects.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import { isError } from '../../core/problem/problem.ts';
import { groupBy } from '../../data/group-by.ts';
import { listAt, mappingAt, type Tree, textAt, textsAt } from '../../data/tree.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { render } from '../../leasehold.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { suite } from '../harness.ts';
import { file, platform } from './grant-attacks.ts';

const listed = '[{group: "", kind: ResourceQuota}, {group: "", kind: Secret}]';

const isolation = 'tenantPolicies: {network: {disableIntraTenantNetworking: true}}';

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
spec: {resourcequota: {hard: {pods: "4"}}, limitrange: {limits: [{type: Pod, max: {cpu: "1"}}]}}
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

function rendered(spec: string, text = tenant.text): readonly Manifest[] {
  const settings = platform.text.replace('spec: {', `spec: {${spec}`);
  const { objects, problems } = render([
    file('platform/platform.yaml', settings),
    file('platform/tenants/evil.yaml', text),
  ]);
  assert.equal(problems.filter(isError), []);
  return objects;
}

function projectIn(objects: readonly Manifest[]): Tree {
  const reading = readYaml(objects.find(({ id }) => id.kind === 'AppProject')?.text ?? '');
  return mappingAt(reading.ok ? reading.bodies : [], 0);
}

const projectWith = (spec: string) => projectIn(rendered(spec));

/** Kinds of policies that a Template of the platform can render to isolate a namespace. */
const isolating = [
  'NetworkPolicy.networking.k8s.io',
  'AuthorizationPolicy.security.istio.io',
  'PeerAuthentication.security.istio.io',
  'CiliumNetworkPolicy.cilium.io',
  'NetworkPolicy.crd.projectcalico.org',
  'NetworkPolicy.projectcalico.org',
];

const argocd = 'system:serviceaccount:argocd:argocd-application-controller';

const kindsDeniedIn = (project: Tree) =>
  listAt(project, 'spec', 'namespaceResourceBlacklist').map((one) =>
    groupKind(textAt(one, 'group'), textAt(one, 'kind')),
  );

/** What a role can do, by resource of the project. */
function permissionsOf(role: unknown): Readonly<Record<string, readonly string[]>> {
  const parts = textsAt(role, 'policies').map((one) => one.split(', '));
  const byResource = groupBy(parts, ([, , resource = '']) => resource);
  return Object.fromEntries(
    [...byResource].map(([resource, own]) => [resource, own.map(([, , , action = '']) => action)]),
  );
}

const rolesOf = () => listAt(projectWith(''), 'spec', 'roles').map(permissionsOf);

suite('law: members can change only the Applications of the AppProject of their Tenant', (test) => {
  test('because its roles only read clusters, repositories and ApplicationSets, which run commands or get Secrets', () => {
    const read = { applicationsets: ['get'], clusters: ['get'], repositories: ['get'] };
    for (const { applicationsets, clusters, repositories } of rolesOf())
      assert.equal({ applicationsets, clusters, repositories }, read);
  });

  test('because its roles cannot sync manifests of a request, or change live objects with the account of the server', () => {
    const change = ['action/*', 'create', 'create', 'delete', 'get', 'sync', 'update'];
    const member = { applications: change, exec: ['create'], logs: ['get'] };
    const viewer = { applications: ['get'], exec: undefined, logs: ['get'] };
    const found = rolesOf().map(({ applications, exec, logs }) => ({ applications, exec, logs }));
    assert.equal(found, [member, member, viewer]);
  });

  test('because its roles can create only Applications with names of the tenant', () => {
    const policies = listAt(projectWith(''), 'spec', 'roles').flatMap((role) => textsAt(role, 'policies'));
    const created = policies.filter((policy) => policy.includes(' create, ') && policy.includes(' applications, '));
    const names = new Set(created.map((policy) => policy.split(', ')[4]));
    assert.equal([...names], ['evil/evil', 'evil/evil-*']);
  });

  test('because an account with the permissions of editors applies its Applications, and Argo CD does not show private sandboxes', () => {
    const sandboxes = 'sandboxes: {enabled: true, private: true}';
    const text = tenant.text.replace('withTenantPrefix: [dev]', `withTenantPrefix: [dev], ${sandboxes}`);
    const objects = rendered('', text.replace('owners: {groups: [evil]}', 'owners: {users: [ann]}'));
    const { destinationServiceAccounts, destinations } = mappingAt(projectIn(objects), 'spec');
    const server = 'https://kubernetes.default.svc';
    assert.equal(destinationServiceAccounts, [
      { defaultServiceAccount: 'leasehold-members:evil', namespace: '*', server },
    ]);
    assert.ok(objects.some(({ id }) => id.kind === 'Namespace' && id.name === 'evil-ann-sandbox'));
    assert.equal(destinations, [{ namespace: 'evil-dev', server }]);
    const bound = objects.filter(({ id, text }) => id.kind === 'RoleBinding' && text.includes('leasehold-members'));
    const own = bound.filter(({ tenant }) => tenant === 'evil').map(({ id }) => `${id.namespace}/${id.name}`);
    assert.equal(own, ['evil-dev/mto-project-edit']);
  });

  test('because Applications cannot contain what limits the tenant, with any list and any admission rules', () => {
    const limits = ['ResourceQuota', 'Secret', 'Endpoints', 'LimitRange', 'EndpointSlice.discovery.k8s.io'];
    const access = ['Role.rbac.authorization.k8s.io', 'RoleBinding.rbac.authorization.k8s.io'];
    const denied = [...limits, ...access, ...isolating];
    assert.equal(kindsDeniedIn(projectWith('')), denied);
    for (const rules of ['{}', '{mode: warn}', `{controllers: {users: ["${argocd}"]}}`])
      assert.equal(kindsDeniedIn(projectWith(`enforcement: ${rules}, `)), denied);
  });

  test('because Applications cannot contain kinds that leasehold renders in the namespaces of the tenant to limit it', () => {
    const objects = rendered('', tenant.text.replace('spec: {integrations', `spec: {${isolation}, integrations`));
    const guarded = new Set(
      managedObjects.targets.flatMap(({ group, resources }) =>
        resources.map((resource) => groupKind(group, resourceKinds[resource] ?? '')),
      ),
    );
    const own = objects.filter(({ id }) => id.namespace === 'evil-dev').map(({ id }) => groupKind(id.group, id.kind));
    const limiting = [...new Set(own)].filter((kind) => guarded.has(kind)).sort();
    assert.equal(limiting, [
      'LimitRange',
      'NetworkPolicy.networking.k8s.io',
      'ResourceQuota',
      'RoleBinding.rbac.authorization.k8s.io',
    ]);
    const denied = kindsDeniedIn(projectIn(objects));
    assert.equal(
      limiting.filter((kind) => !denied.includes(kind)),
      [],
    );
  });

  test('because Applications cannot contain policies that Templates of the platform render, if the Platform sets tenant directories or admission rules', () => {
    const together = [
      file(
        'platform.yaml',
        'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {SPEC}\n',
      ),
      file('evil.yaml', tenant.text),
    ] as const;
    const deniedWith = (spec: string) => {
      const [settings, evil] = together;
      const { objects } = render([file(settings.path, settings.text.replace('SPEC', spec)), evil]);
      const kinds = kindsDeniedIn(projectIn(objects));
      return isolating.filter((kind) => kinds.includes(kind));
    };
    assert.equal(
      kindsDeniedIn(projectWith('')).filter((kind) => isolating.includes(kind)),
      isolating,
    );
    assert.equal(deniedWith('enforcement: {}'), isolating);
    assert.equal(deniedWith(''), []);
  });

  test('because OpenShift has two groups of Roles and RoleBindings', () => {
    const kinds = listAt(projectWith('cluster: {flavor: openshift}, '), 'spec', 'namespaceResourceBlacklist');
    const groups = kinds.filter((one) => textAt(one, 'kind') === 'RoleBinding').map((one) => textAt(one, 'group'));
    assert.equal(groups, ['rbac.authorization.k8s.io', 'authorization.openshift.io']);
  });
});
