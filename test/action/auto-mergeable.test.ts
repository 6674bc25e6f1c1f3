import * as assert from 'uvu/assert';
import type { ActionRun } from '../../action/action-run.ts';
import { isAutoMergeable } from '../../action/auto-mergeable.ts';
import { diffObjects } from '../../analysis/diff/diff.ts';
import { type Problem, render } from '../../leasehold.ts';
import { suite } from '../harness.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true}
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: every}
spec:
  tenants: ["*"]
  kinds: [Tenant.kleff.kleff.io, TemplateInstance.templates.stakater.com]
  objects: [Widget.example.com]
  metadata: [reflector.v1.k8s.emberstack.com/reflects]
  fields: {Tenant.kleff.kleff.io: {spec.plan: [basic]}}
`;
const tenant = `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: acme, namespace: acme}
spec: {plan: basic, userId: acme, username: acme}
`;
const template = (name: string, apiVersion: string, kind: string) => `---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: ${name}}
parameters: [{name: VALUE}]
resources:
  manifests:
    - {apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: ${name}}, data: {a: "\${VALUE}"}}
`;
const instance = (name: string) => `apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: {name: ${name}, namespace: acme}
spec: {template: ${name}, parameters: [{name: VALUE, value: "1"}]}
`;
const copy = template('copy', 'v1', 'ConfigMap').replace(
  '{name: copy},',
  `{name: copy, annotations: {reflector.v1.k8s.emberstack.com/reflects: "ca/\${VALUE}"}},`,
);
const files = [
  { path: 'platform/platform.yaml', text: platform },
  { path: 'platform/plain.yaml', text: template('plain', 'v1', 'ConfigMap') },
  { path: 'platform/unknown.yaml', text: template('unknown', 'example.com/v1', 'Widget') },
  { path: 'platform/copy.yaml', text: copy },
  { path: 'acme/tenant.yaml', text: tenant },
  { path: 'acme/copy.yaml', text: instance('copy') },
  { path: 'acme/plain.yaml', text: instance('plain') },
  { path: 'acme/unknown.yaml', text: instance('unknown') },
];

/** Whether a change of one file needs no review. Without an edit, the rendered objects stay the same. */
function decide(
  changed: string,
  warnings: readonly Problem[] = [],
  edit = (text: string) => text,
  baseBranch = 'main',
): boolean {
  const rendering = render(files);
  const after = render(files.map(({ path, text }) => ({ path, text: path === changed ? edit(text) : text })));
  assert.equal(
    rendering.problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  const history = { head: () => 'head', changedFiles: () => [changed] };
  const change = {
    ...{ base: { commit: 'base', environment: {}, path: '.' }, notes: [], before: rendering, after, files },
    ...{ baseline: { objects: rendering.objects, commit: 'base', source: 'base', notes: [] } },
    changes: diffObjects(rendering.objects, after.objects),
    proposed: diffObjects(rendering.objects, after.objects),
    ...{ problems: { errors: [], warnings, newWarnings: [] }, isMove: false, changed: new Map() },
  };
  const event = { defaultBranch: 'main', ref: 'refs/pull/7/merge', pullRequest: { baseBranch } };
  const run = { ports: { history, event }, inputs: { sourceBranch: '' } } as unknown as ActionRun;
  return isAutoMergeable(run, change, { rejections: [], succeeds: true });
}

suite('a change that needs no review', (test) => {
  test('is in the directory of a known tenant', () => assert.ok(decide('acme/tenant.yaml')));

  test('is for the source branch, because another branch could contain Grants of the author', () =>
    assert.not.ok(decide('acme/tenant.yaml', [], undefined, 'stack')));

  test('has no unlisted warning of its tenant or of the platform, because that warning could be new', () => {
    const hidden = (file: string): readonly Problem[] => [
      {
        ...{ code: 'more-warnings', severity: 'warning', message: 'and 1 more warning in this file' },
        at: { file, line: 1, column: 1, path: '' },
      },
    ];
    assert.not.ok(decide('acme/tenant.yaml', hidden('acme/other.yaml')));
    assert.not.ok(decide('acme/tenant.yaml', hidden('platform/platform.yaml')));
    assert.ok(decide('acme/tenant.yaml', hidden('globex/tenant.yaml')));
  });

  test('changes no object of a Template whose kind can have unknown risks', () => {
    const edit = (text: string) => text.replace('value: "1"', 'value: "2"');
    assert.ok(decide('acme/plain.yaml', [], edit));
    assert.not.ok(decide('acme/unknown.yaml', [], edit));
  });

  test('changes no annotation by which a controller copies data of another namespace', () => {
    const edit = (text: string) => text.replace('value: "1"', 'value: "2"');
    assert.not.ok(decide('acme/copy.yaml', [], edit));
  });

  test('changes no file outside the directories of tenants, and no file in them that leasehold does not read', () => {
    for (const path of [
      'acme/README.md',
      'scripts/deploy.sh',
      'docs/CODEOWNERS',
      'platform/platform.yaml',
      'Makefile',
      '.github/ci.yaml',
    ])
      assert.not.ok(decide(path), path);
  });
});
