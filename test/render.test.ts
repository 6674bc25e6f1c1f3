import * as assert from 'uvu/assert';
import { parseDocument } from 'yaml';
import type { AnyKind } from '../core/kind/kind.ts';
import { pipeline } from '../core/pipeline.ts';
import { emit } from '../core/print/shape.ts';
import { kinds } from '../kinds/index.ts';
import { render as renderFiles } from '../leasehold.ts';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';

const files = caseFiles('org', 'renders a volume secret service and deployment');

/** Kinds whose metadata appears in the output: Org renders one ConfigMap with the metadata of its author. */
function kindsWith(labels: Readonly<Record<string, string>>, annotations: typeof labels): readonly AnyKind[] {
  const view = { name: 'own', namespace: 'tenants', labels, annotations, data: {} };
  const compile = () => ({ emits: [emit('config-map', view)], status: {} });
  return kinds.map((kind) => (kind.id === 'org' ? { ...kind, compile } : kind));
}

suite('every rendered object', (test) => {
  test('has its own tenant and sync wave, whatever a kind sets', () => {
    const labels = { 'app.kubernetes.io/managed-by': 'Helm', 'leasehold.dev/tenant': 'globex', own: 'kept' };
    const annotations = { 'argocd.argoproj.io/sync-wave': '99', own: 'kept' };
    const [object] = pipeline(kindsWith(labels, annotations), files, {}).objects;
    const { metadata } = parseDocument(object?.text ?? '').toJS() as { metadata: object };
    assert.equal(metadata, {
      annotations: { 'argocd.argoproj.io/sync-wave': '-1', own: 'kept' },
      labels: { 'app.kubernetes.io/managed-by': 'leasehold', 'leasehold.dev/tenant': 'acme', own: 'kept' },
      name: 'own',
      namespace: 'tenants',
    });
  });

  test('has a file name that cannot close its comment', () => {
    const file = files.find(({ path }) => path === 'in.yaml');
    const text = file && 'text' in file ? file.text : '';
    for (const name of ['a\nkind: Evil\n.yaml', 'a\r---\r.yaml', 'a\u2028b.yaml', '"\\".yaml']) {
      const [out] = renderFiles([{ path: `tenants/${name}`, text }]).files;
      const [comment = '', separator] = out?.text.split(/[\n\r\u2028]/) ?? [];
      assert.match(comment, /^# Rendered by leasehold from [ -~]+\. Edit th(?:at|ose), not this\.$/);
      assert.is(separator, '---');
    }
  });
});
