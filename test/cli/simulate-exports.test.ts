import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, runOn } from './fake-ports.ts';

const platform =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {enforcement: {}}\n';
const trees = { tenants: [file('tenants/platform.yaml', platform)] };

/** Exports that lack objects, with the reason in the message. */
const incomplete: readonly (readonly [text: string, reason: string])[] = [
  [
    '{kind: Status, status: Failure, message: forbidden}',
    'the document is an error response of the API server: forbidden',
  ],
  [
    '{kind: Table, apiVersion: meta.k8s.io/v1, rows: []}',
    'the document is not a Kubernetes object: it has no metadata.name',
  ],
  ['{kind: List, apiVersion: v1}', 'the document is a List without items'],
  ['{kind: List, apiVersion: v1, items: null}', 'the document is a List without items'],
  ['{kind: List, items: [null]}', 'items[0] is not a Kubernetes object: it has no apiVersion'],
  ['{kind: List, items: [{kind: Status, message: gone}]}', 'items[0] is an error response of the API server: gone'],
  ['{kind: PodList, metadata: {continue: abc}, items: []}', 'the document is only a part of a PodList'],
  ['{kind: List, items: [{kind: List, items: [text]}]}', 'items[0], items[0] is not a Kubernetes object'],
  ['{kind: Pod, apiVersion: v1, metadata: {namespace: acme-dev}}', 'it has no metadata.name'],
  ['{kind: Pod, apiVersion: v1, metadata: {name: a, namespace: 1}}', 'the document has an invalid metadata.namespace'],
  ['{kind: Pod, apiVersion: v1, metadata: {name: a}, spec: null}', 'the document has an invalid spec'],
  ['{kind: Pod, apiVersion: v1, metadata: {name: a, annotations: []}}', 'has an invalid metadata.annotations'],
  ['{kind: List, items: []}\n---\n{kind: List}', 'document 2 is a List without items'],
];

suite('leasehold simulate rejects incomplete exports', (test) => {
  for (const [text, reason] of incomplete)
    test(`with the reason: ${reason}`, async () => {
      const { code, stderr } = await runOn({ trees, texts: { 'a.yaml': text } }, 'simulate', '--inventory', 'a.yaml');
      assert.is(code, 2, stderr);
      assert.match(stderr, 'a.yaml is not a complete export: ');
      assert.match(stderr, reason);
    });

  test('with the reason why a file of a directory cannot be read', async () => {
    const dump = [{ path: 'dump/pods.yaml', unreadable: 'link' } as const];
    const { code, stderr } = await runOn({ trees: { ...trees, dump } }, 'simulate', '--inventory', 'dump');
    assert.is(code, 2);
    assert.match(
      stderr,
      'leasehold: dump/pods.yaml is a symbolic link, which is not followed; replace the link with the file or directory itself\n',
    );
  });
});

suite('leasehold simulate', (test) => {
  test('reads more objects than a function can have arguments', async () => {
    const items = Array.from({ length: 130_000 }, () => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'x' } }));
    const texts = { 'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) };
    const { code, stdout } = await runOn({ trees, texts }, 'simulate', '--inventory', 'a.json');
    assert.equal([code, stdout], [0, '130,000 objects read; none would be rejected\n']);
  });
});
