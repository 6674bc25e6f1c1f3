import * as assert from 'uvu/assert';
import type { ActionRun } from '../../action/action-run.ts';
import { isAutoMergeable } from '../../action/auto-mergeable.ts';
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
  kinds: [Tenant.kleff.kleff.io]
  fields: {Tenant.kleff.kleff.io: {spec.plan: [basic]}}
`;
const tenant = `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: acme, namespace: acme}
spec: {plan: basic, userId: acme, username: acme}
`;
const files = [
  { path: 'platform/platform.yaml', text: platform },
  { path: 'acme/tenant.yaml', text: tenant },
];

/** Whether a change of one file that does not change the rendered objects needs no review. */
function decide(changed: string, warnings: readonly Problem[] = []): boolean {
  const rendering = render(files);
  assert.equal(
    rendering.problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  const history = { head: () => 'head', changedFiles: () => [changed] };
  const change = {
    ...{ base: { commit: 'base', environment: {}, path: '.' }, notes: [], before: rendering, after: rendering, files },
    ...{ baseline: { objects: rendering.objects, commit: 'base', source: 'base', notes: [] }, changes: [] },
    ...{ problems: { errors: [], warnings, newWarnings: [] }, isMove: false, changed: new Map() },
  };
  return isAutoMergeable({ ports: { history } } as unknown as ActionRun, change, { rejections: [], succeeds: true });
}

suite('a change that needs no review', (test) => {
  test('is in the directory of a known tenant', () => assert.ok(decide('acme/tenant.yaml')));

  test('has no author whose warnings exceed the reported number, because one of them could be new', () => {
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

  test('excludes every other file, and every other directory at the top of the repository', () => {
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
