import * as assert from 'uvu/assert';
import { importFrom, type SourceSystemName } from '../../import/index.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { importCases } from '../import-cases.ts';

/** The text of the written files, and the names of the objects that they render. */
function outcomeOf(system: SourceSystemName, title: string) {
  const one = importCases(system).find((found) => found.title === title);
  const imported = importFrom(system, one?.files ?? []);
  const files = imported.ok ? imported.files : [];
  return {
    text: files.map((file) => file.text).join(),
    names: render(files).objects.map(({ id }) => formatName(id)),
  };
}

suite('an import of objects that members wrote', (test) => {
  const replicated = outcomeOf('capsule', 'leaves out objects that owners might not create');
  const isOf = (kind: string) => (name: string) => name.startsWith(`${kind} `);

  test('renders no items of a List, and writes no Secret in it', () => {
    for (const name of ['ClusterRoleBinding oil-admin', 'Namespace mine', 'Secret oil-dev/login'])
      assert.not.ok(replicated.names.includes(name), name);
    assert.not.match(replicated.text, 'hunter2');
  });

  test('renders only kinds of a TenantResource that owners can create', () => {
    assert.ok(replicated.names.includes('ConfigMap oil-dev/settings'));
    for (const kind of ['Provider', 'AppProject']) assert.not.ok(replicated.names.some(isOf(kind)), kind);
    for (const name of ['stranger', 'on-call'])
      assert.not.ok(replicated.names.includes(`RoleBinding oil-dev/${name}`), name);
  });

  test('renders no object that a rule of Capsule rejects', () => {
    const { names } = outcomeOf('capsule', 'loses replicated objects that rules reject');
    assert.ok(names.includes('Service oil-dev/private'));
    for (const name of ['Service oil-dev/public', 'Ingress oil-dev/foreign', 'Service oil-dev/old'])
      assert.not.ok(names.includes(name), name);
  });

  test('renders no role in a namespace to which Accurate might not copy it', () => {
    const { names } = outcomeOf('accurate', 'copies no role that accurate might not grant');
    assert.ok(names.includes('RoleBinding app/on-call'));
    assert.ok(names.includes('RoleBinding app-dev/auditors'));
    for (const name of ['on-call', 'deputies']) assert.not.ok(names.includes(`RoleBinding app-dev/${name}`), name);
  });

  test('reports a cluster-scoped object of a Template', () => {
    const imported = importFrom('mto', [{ path: 'in.yaml', text: listInTemplate }]);
    assert.equal(imported.ok && imported.report.wider, [
      'a Template renders ClusterRole pay-reader, which belongs to the whole cluster',
    ]);
  });
});

const listInTemplate = `
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: pay }
spec: { quota: small, accessControl: { owners: { users: [olga@corp.io] } }, namespaces: { withTenantPrefix: [dev] } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: small }
spec: { resourcequota: { hard: { pods: "4" } } }
---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: { name: several }
resources:
  manifests:
    - apiVersion: v1
      kind: List
      metadata: { name: several }
      items: [{ apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: pay-reader }, rules: [] }]
---
apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: { name: several, namespace: pay-dev }
spec: { template: several, sync: true }
`;
