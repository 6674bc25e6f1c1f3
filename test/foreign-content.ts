import fc from 'fast-check';
import { type Rendering, render, type SourceFile } from '../leasehold.ts';
import { strings, trees } from './hostile.ts';

const group = 'templates.stakater.com/v1alpha1';
const tenant: SourceFile = {
  path: 'jane.yaml',
  text: 'apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: jane, namespace: tenants}\nspec: {plan: basic, userId: user-jane, username: jane}\n',
};
const instance: SourceFile = {
  path: 'instance.yaml',
  text: `apiVersion: ${group}\nkind: TemplateInstance\nmetadata: {name: all, namespace: user-jane}\nspec: {template: all}\n`,
};

/** The render of a trusted Template with these resources. */
export function renderForeign(resources: object): Rendering {
  const template = { apiVersion: group, kind: 'Template', metadata: { name: 'all' }, resources };
  return render([tenant, { path: 'template.yaml', text: JSON.stringify(template) }, instance]);
}

const binding = '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: evil}}';

/**
 * Parts of a document: ordinary content, invalid content, and content that some reader could parse as the end of the document,
 * as other keys or values, or as a list of objects.
 */
const tricks: readonly string[] = [
  '',
  'data: {a: b}',
  `items: [${binding}]`,
  'items: []',
  'items: null',
  'items: {a: b}',
  `"items": !!seq [${binding}]`,
  '? items\n: []',
  'data: &a {x: "1"}\nmore: {<<: *a, y: "2"}',
  'more: {"<<": {kind: Secret}}',
  '"<<": {kind: Secret, items: []}',
  '<<: {items: []}',
  '<<: [{kind: Secret}, {data: {a: b}}]',
  'kind: Secret',
  '"kind": Secret',
  '!!str kind: Secret',
  'data: {x: "a\\n---\\nkind: Secret"}',
  'data:\n  x: |\n    ---\n    kind: Secret\n    items: []',
  'data:\n  x: |+\n    a\n\n\n\n  y: b',
  'data:\n  x: >-\n    ---\n    kind: Secret',
  `---\n${binding}`,
  `...\n---\n${binding}`,
  `\r---\r${binding}`,
  `\u2028---\u2028${binding}`,
  `\u0085---\u0085${binding}`,
  `# a\r${binding}`,
  '# a\rkind: Secret',
  '...',
  '---',
  '--- !!map {}',
  '%YAML 1.1',
  'data: !!binary aGk=',
  'data: !custom {a: b}',
  'items: !!omap []',
  'data: !!set {items}',
  'data: {__proto__: {items: []}, constructor: x}',
  '__proto__: {items: []}',
  'data: {? [a, b] : c}',
  'data: {1: a, true: b, null: c, 1.0: d}',
  'data: {"k\\u0000": x, "\\u0085": y, "\\ufeff": z}',
  'data: {x: 0x1F, y: yes, z: 1_000, o: 0777, t: 2001-12-14, e: 1e3, s: 1:30}',
  'data: {x: .inf, y: .nan}',
  'data: {x: "\\ud800"}',
  'metadata: {name: other}',
  'metadata: {generateName: other-}',
  'status: {items: []}',
  `data: {${'k'.repeat(1100)}: x}`,
  `data: {"${'\\u0001'.repeat(200)}": x}`,
];

const kinds = ['ConfigMap', 'ConfigMap', 'Secret', 'List', 'ConfigMapList', 'Service'];
const separators = ['\n', '\n', '\n', '\r\n', '\r'];

/** A gotemplate without actions: YAML documents with unusual syntax. */
export const hostileTexts: fc.Arbitrary<string> = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), trick: fc.constantFrom(...tricks) }), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((documents) =>
    fc.constantFrom(...separators).map((separator) =>
      documents
        .map(({ kind, trick }, index) => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: n${index}}\n${trick}\n`)
        .join('---\n')
        .replaceAll('\n', separator),
    ),
  );

const tree = trees['tree'] as fc.Arbitrary<unknown>;

/** Objects of a Template with arbitrary content, including fields that readers act on. */
export const hostileObjects: fc.Arbitrary<readonly object[]> = fc.array(
  fc
    .record({
      kind: fc.constantFrom(...kinds),
      metadata: fc.record({ labels: fc.constantFrom({}, { a: 'b' }, [], null), extra: tree }, { requiredKeys: [] }),
      fields: fc.dictionary(fc.oneof(strings, fc.constantFrom('data', 'items', 'status', '<<', '---')), tree, {
        maxKeys: 3,
      }),
    })
    .map(({ kind, metadata, fields }) => ({ ...fields, apiVersion: 'v1', kind, metadata })),
  { minLength: 1, maxLength: 3 },
);

/** The objects with unique names. */
export function withNames(objects: readonly object[]): readonly object[] {
  return objects.map((object, index) => {
    const { metadata } = object as { readonly metadata: object };
    return { ...object, metadata: { ...metadata, name: `n${index}` } };
  });
}
