import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { contracts } from '../../../build/contracts.ts';
import { workloadResources } from '../../../core/deployment/workload-kinds.ts';
import { listAt, textAt } from '../../../data/tree.ts';
import { isolatingKinds } from '../../../doctor/argocd/isolating-kinds.ts';
import { groupKind } from '../../../kubernetes/object-id.ts';
import { readDocuments } from '../../../leasehold.ts';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { application, config } from './objects.ts';

suite('the doctor for Argo CD, for kinds that Argo CD does not manage or correct,', (test) => {
  test('names the setting that hides a kind', () => {
    const hiding = {
      'resource.exclusions': '- {apiGroups: [""], kinds: [Event, LimitRange]}\n',
      'resource.inclusions': '- {apiGroups: ["", rbac.authorization.k8s.io], kinds: ["*"]}\n',
    };
    const found = finds(application(), config('argocd-cm', hiding)).filter((one) => one.includes('ignores every'));
    assert.equal(found, [
      'error ConfigMap argocd/argocd-cm data["resource.exclusions"]: Argo CD ignores every LimitRange, so tenants get none',
      'error ConfigMap argocd/argocd-cm data["resource.inclusions"]: Argo CD ignores every NetworkPolicy, so tenants get none',
    ]);
  });

  test('names all kinds whose differences a setting hides', () => {
    const hiding = { 'resource.customizations.ignoreDifferences.all': 'jsonPointers: [/spec]\n' };
    const found = finds(application(), config('argocd-cm', hiding)).filter((one) => one.includes('does not revert'));
    assert.equal(found, [
      'error ConfigMap argocd/argocd-cm data["resource.customizations.ignoreDifferences.all"]: Argo CD does not revert changes to Namespace, ResourceQuota, LimitRange, NetworkPolicy and RoleBinding objects in the cluster',
    ]);
  });

  const reverts = (settings: Readonly<Record<string, string>>, spec: object = {}) => {
    const own = application();
    const changed = { ...own, spec: { ...(own['spec'] as object), ...spec } };
    return finds(changed, config('argocd-cm', settings)).filter((one) => one.includes('does not revert'));
  };
  const ofNamespaces = (own: object) => ({ ignoreDifferences: [{ group: '', kind: 'Namespace', ...own }] });

  for (const own of [
    { jsonPointers: ['/metadata/labels'] },
    { jsonPointers: ['/metadata/annotations'] },
    { jsonPointers: ['/metadata/labels/pod-security.kubernetes.io~1enforce'] },
    { jqPathExpressions: ['.metadata'] },
    { jqPathExpressions: ['.metadata.labels["enforce.leasehold.dev/images"]'] },
    { jqPathExpressions: ['.["metadata"] | .annotations."leasehold.dev/allow-hosts"'] },
    { jqPathExpressions: ['.metadata.managedFields, .metadata.labels'] },
    { jqPathExpressions: ['.metadata | (.managedFields, .labels)'] },
    { jqPathExpressions: ['.metadata["managedFields", "labels"]'] },
  ])
    test(`finds metadata of namespaces: ${JSON.stringify(own)}`, () => {
      assert.equal(reverts({}, ofNamespaces(own)), [
        'error Application argocd/tenants spec.ignoreDifferences[0]: Argo CD does not revert changes to Namespace objects in the cluster',
      ]);
    });

  test('accepts metadata of other programs, and the status', () => {
    for (const own of [
      { jsonPointers: ['/metadata/annotations/field.cattle.io~1projectId', '/metadata/resourceVersion', '/status'] },
      { jqPathExpressions: ['.metadata.labels."example.com/team"', '.metadata.managedFields'] },
      { jqPathExpressions: ['.metadata.labels["example.com/a,b"], .metadata.managedFields'] },
    ])
      assert.equal(reverts({}, ofNamespaces(own)), []);
  });

  const ofPolicies = 'Argo CD does not revert changes to NetworkPolicy objects in the cluster';

  test('finds fields in brackets', () => {
    const ignoreDifferences = [
      {
        group: 'networking.k8s.io',
        kind: 'NetworkPolicy',
        jqPathExpressions: ['.metadata.annotations, .["spec"].ingress'],
      },
    ];
    assert.equal(reverts({}, { ignoreDifferences }), [
      `error Application argocd/tenants spec.ignoreDifferences[0]: ${ofPolicies}`,
    ]);
  });

  test('reads the older form of the setting, with globs', () => {
    const policies = 'networking.k8s.io/*:\n  ignoreDifferences: |\n    jsonPointers: [/spec]\n';
    assert.equal(reverts({ 'resource.customizations': policies }), [
      `error ConfigMap argocd/argocd-cm data["resource.customizations"]: ${ofPolicies}`,
    ]);
    const others = 'apps/Deployment:\n  health.lua: return {}\n  ignoreDifferences: |\n    jsonPointers: [/spec]\n';
    assert.equal(reverts({ 'resource.customizations': others }), []);
  });

  test('reads globs with lists of names and characters', () => {
    for (const own of [
      { kind: '{NetworkPolicy,Deployment}' },
      { kind: '[N]etworkPolic?' },
      { group: '{networking.k8s.io,apps}' },
    ]) {
      const entry = { group: 'networking.k8s.io', kind: 'NetworkPolicy', jsonPointers: ['/spec'], ...own };
      assert.equal(reverts({}, { ignoreDifferences: [entry] }), [
        `error Application argocd/tenants spec.ignoreDifferences[0]: ${ofPolicies}`,
      ]);
    }
  });

  test('reads fields in lower case, as the operator of Argo CD writes them', () => {
    const key = 'resource.customizations.ignoreDifferences.networking.k8s.io_NetworkPolicy';
    for (const text of ['jqpathexpressions: []\njsonpointers: [/spec]\n', 'jqpathexpressions: [.spec]\n'])
      assert.equal(reverts({ [key]: text }), [`error ConfigMap argocd/argocd-cm data["${key}"]: ${ofPolicies}`]);
    assert.equal(reverts({ [key]: 'managedfieldsmanagers: [other]\n' }), [
      `warning ConfigMap argocd/argocd-cm data["${key}"]: ${ofPolicies}`,
    ]);
  });

  test('knows every kind that isolates tenants', () => {
    const [project] = readDocuments([
      { path: 'project.yaml', text: readFileSync('plugin/install/access/project-isolation.yaml', 'utf8') },
    ]);
    const resources = new Set(Object.values(contracts).map(({ apiVersion }) => apiVersion.split('/')[0]));
    const listed = ['clusterResourceWhitelist', 'namespaceResourceWhitelist'].flatMap((field) =>
      listAt(project?.body, 'spec', field).map((one) => [textAt(one, 'group'), textAt(one, 'kind')]),
    );
    const limits = listed.filter(
      ([group = '', kind = '']) => !resources.has(group) && !workloadResources.has(groupKind(group, kind)),
    );
    const isKnown = ([group, kind]: readonly string[]) =>
      isolatingKinds.some((one) => one[0] === group && ['*', kind].includes(one[1]));
    assert.ok(limits.length > 10);
    assert.equal(
      limits.filter((one) => !isKnown(one)),
      [],
    );
  });

  test('warns about kinds that not every tenant has', () => {
    for (const [group, kind, pointer] of [
      ['rbac.authorization.k8s.io', 'Role', '/rules'],
      ['rbac.authorization.k8s.io', 'ClusterRoleBinding', '/subjects'],
      ['user.openshift.io', 'Group', '/users'],
      ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicyBinding', '/spec'],
    ])
      assert.equal(reverts({}, { ignoreDifferences: [{ group, kind, jsonPointers: [pointer] }] }), [
        `warning Application argocd/tenants spec.ignoreDifferences[0]: Argo CD does not revert changes to ${kind} objects in the cluster`,
      ]);
    const constraint = { group: 'constraints.gatekeeper.sh', kind: 'K8sAllowedRepos', jsonPointers: ['/spec'] };
    assert.is(reverts({}, { ignoreDifferences: [constraint] }).length, 1);
  });

  test('matches everything with an empty list, and kinds without globs', () => {
    const ignored = (key: string, text: string) =>
      finds(application(), config('argocd-cm', { [`resource.${key}`]: text })).filter((one) =>
        one.includes('ignores every NetworkPolicy'),
      ).length;
    assert.is(ignored('exclusions', '- {apiGroups: [networking.k8s.io], kinds: []}\n'), 1);
    assert.is(ignored('exclusions', '- {apiGroups: [], kinds: [NetworkPolicy]}\n'), 1);
    assert.is(ignored('exclusions', '- {kinds: ["Network*"]}\n'), 0);
    assert.is(ignored('inclusions', '- {kinds: ["Network*"]}\n'), 1);
  });
});
