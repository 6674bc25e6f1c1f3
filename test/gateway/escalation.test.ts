import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { gatewayFixture, jsonOf } from './fixture.ts';
import { before, edit, file, propose, withMember } from './propose.ts';

const template = `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata:
  name: binding
parameters:
  - name: who
    required: true
resources:
  manifests:
    - apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata:
        name: extra
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: edit}
      subjects:
        - {apiGroup: rbac.authorization.k8s.io, kind: User, name: '\${who}'}
`;
const instance = `apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata:
  name: mine
  namespace: pay-prod
spec:
  template: binding
  parameters:
    - name: who
      value: kim@corp.io
`;
const supervisor = `apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata:
  name: asleep
  namespace: pay-prod
spec:
  schedule: {}
`;

suite('in proposals,', (test) => {
  const fixture = gatewayFixture({ 'tenants/template.yaml': template });
  const { gateway, git } = fixture;

  for (const [name, files] of [
    ['with hibernation in another file', { 'tenants/mine.yaml': instance, 'tenants/asleep.yaml': supervisor }],
    ['with hibernation in the same file', { 'tenants/mine.yaml': `${supervisor}---\n${instance}` }],
    ['without hibernation', { 'tenants/mine.yaml': instance }],
  ] as const)
    test(`an instance that widens access is rejected, ${name}`, async () => {
      const edits = Object.entries(files).map(([path, text]) => ({ path, text }));
      const response = await propose(fixture, 'editor', { files: edits });
      const text = await response.text();
      assert.is(response.status, 403, text);
      assert.match(text, 'RoleBinding extra: only administrators can propose this');
    });

  test('hibernation and members are allowed on their own', async () => {
    const asleep = { files: [{ path: 'tenants/asleep.yaml', text: supervisor }] };
    assert.is((await propose(fixture, 'editor', asleep)).status, 201);
    assert.is((await propose(fixture, 'owner', edit(withMember))).status, 201);
  });

  test('a file cannot replace a directory, nor a directory a file', async () => {
    for (const path of ['tenants/platform.yaml/asleep.yaml', 'tenants/mto-tenant-lab.yaml/a/b.yaml']) {
      const response = await propose(fixture, 'editor', { files: [{ path, text: supervisor }] });
      assert.is(response.status, 422, await response.text());
    }
    const files = [
      { path: 'tenants/a.yaml', text: supervisor },
      { path: 'tenants/a.yaml/b.yaml', text: supervisor.replaceAll('prod', 'dev') },
    ];
    assert.is((await propose(fixture, 'editor', { files })).status, 400);
    const removed = (await gateway.changes.all()).flatMap(({ base, commit }) =>
      git('diff', '--name-only', '--diff-filter=D', base, commit),
    );
    assert.equal([...new Set(removed)].join(''), '');
  });

  test('a conflict shows no earlier file of another tenant', async () => {
    const other = gatewayFixture({
      'tenants/xq7.yaml': before.replace('name: pay', 'name: xq7').replaceAll('pay-prod', 'xq7-prod'),
    });
    const base = other.gateway.branch.head().sha;
    other.git('rm', '--quiet', 'tenants/xq7.yaml');
    other.git('commit', '--quiet', '--message', 'remove a tenant');
    await other.gateway.branch.refresh();
    const body = { files: [{ path: 'tenants/xq7.yaml', text: supervisor }, ...edit(withMember).files] };
    const response = await propose(other, 'owner', body, { 'if-match': `"${base}"` });
    const problem = await jsonOf(response);
    assert.is(response.status, 412);
    assert.equal(problem['conflicts'], []);
    const text = JSON.stringify(problem).replaceAll('tenants/xq7.yaml', '');
    assert.not.match(text, 'xq7');
  });

  test('the group of all users cannot become an editor, even if it is a viewer', async () => {
    const open = before.replace('        - auditors\n', '        - auditors\n        - system:authenticated\n');
    const other = gatewayFixture({ [file]: open });
    const wider = open.replace('        - pay-devs\n', '        - pay-devs\n        - system:authenticated\n');
    const response = await propose(other, 'owner', edit(wider));
    assert.is(response.status, 403);
    assert.match(
      await response.text(),
      'only administrators can change spec.accessControl.editors.groups of Tenant pay',
    );
    assert.is((await propose(other, 'owner', edit(open.replace('- auditors', '- audit')))).status, 201);
  });

  test('a text with an unpaired surrogate is rejected, because it cannot be written as it was checked', async () => {
    const text = before.replace('backup: daily', 'backup: "\ud800"');
    assert.is((await propose(fixture, 'owner', { files: [{ path: file, text }] })).status, 400);
  });
});
