import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { isAlias, isMap, isPair, isScalar, parseAllDocuments, visit } from 'yaml';
import { leavesOf } from '../../data/leaves.ts';
import { valueAt } from '../../data/tree.ts';
import { renderGoTemplate } from '../../gotemplate/render.ts';
import { type MarkedDocument, readMarkedYaml } from '../../yaml/marked.ts';
import { suite } from '../harness.ts';
import { strings } from '../hostile.ts';
import { atLeast, runs } from '../runs.ts';
import { injections, templates } from './parameter-samples.ts';

const values = fc.record({ p: fc.oneof(strings, injections), q: fc.oneof(strings, injections) });

interface Values {
  readonly p: string;
  readonly q: string;
}

const marked = new Set(['p', 'q']);

function read(template: string, data: Values) {
  const result = renderGoTemplate(template, { ...data, l: 'trusted' }, marked);
  if (!result.ok) return undefined;
  const reading = readMarkedYaml(result.text, result);
  return { ...result, documents: reading.ok ? reading.documents : undefined };
}

/** Harmless values that give `if` and `range` the same results. */
function harmless({ p, q }: Values): Values {
  const words = (text: string) => (text === 'x' ? 'x' : text.replace(/[^,]+/g, 'w'));
  return { p: words(p), q: words(q) };
}

/** The paths, types, tags and anchors of all nodes, as the full parser of the `yaml` package sees them. */
function shapeOf(text: string): unknown {
  return parseAllDocuments(text).map((document) => {
    assert.equal(document.errors, []);
    const nodes: string[] = [];
    visit(document, {
      Node(key, node, path) {
        const keys = path.filter(isPair).map((pair) => (isScalar(pair.key) ? pair.key.source : '?'));
        const kind = isMap(node) ? 'map' : isScalar(node) ? 'scalar' : isAlias(node) ? node.source : 'list';
        const { tag, anchor } = node as { readonly tag?: string; readonly anchor?: string };
        nodes.push(
          [keys.join('/'), String(key), kind, tag && !tag.startsWith('tag:yaml.org') ? tag : '', anchor].join(' '),
        );
      },
    });
    return nodes;
  });
}

function bodiesOf(documents: readonly MarkedDocument[]): readonly unknown[] {
  return documents.map(({ tree }) => tree).filter(isPresent);
}

function isPresent(body: unknown): boolean {
  return body !== null;
}

suite('law: a marked parameter determines only values', (test) => {
  let accepted = 0;

  test('the text outside of marks is the same for all values that give conditions the same result', () => {
    fc.assert(
      fc.property(templates, values, (template, data) => {
        const [one, other] = [read(template, data), read(template, harmless(data))];
        if (!one || !other) return;
        assert.equal(literalText(one), literalText(other));
      }),
      { numRuns: runs(500) },
    );
  });

  test('accepted output has the same structure as with harmless values', () => {
    fc.assert(
      fc.property(templates, values, (template, data) => {
        const [one, other] = [read(template, data), read(template, harmless(data))];
        if (!one?.documents) return;
        accepted++;
        assert.ok(other, template);
        assert.equal(shapeOf(one.text), shapeOf(skeletonOf(one)), template);
        if (other.documents) assert.equal(shapeOf(one.text), shapeOf(other.text), template);
        const full = parseAllDocuments(one.text).map((document) => document.toJS());
        assert.equal(bodiesOf(one.documents), full.filter(isPresent), template);
      }),
      { numRuns: runs(1000) },
    );
    assert.ok(accepted > atLeast(15, 200), `only ${accepted} outputs were accepted`);
  });

  test('a literal value is the same for all values that give conditions the same result', () => {
    fc.assert(
      fc.property(templates, values, (template, data) => {
        const [one, other] = [read(template, data)?.documents, read(template, harmless(data))?.documents];
        for (const [index, { tree, isLiteral }] of (one ?? []).entries())
          for (const { path, value } of leavesOf(tree))
            if (other && isLiteral(path)) assert.equal(valueAt(other[index]?.tree, ...path), value, template);
      }),
      { numRuns: runs(500) },
    );
  });
});

type Read = NonNullable<ReturnType<typeof read>>;

function pieces({ text, marks }: Read): readonly string[] {
  return [...marks, { start: text.length }].map(({ start }, index) => text.slice(marks[index - 1]?.end ?? 0, start));
}

function literalText(result: Read): string {
  return JSON.stringify(pieces(result));
}

/** Replaces each mark with a word that the product does not use, so that product and test cannot be wrong in the same way. */
function skeletonOf(result: Read): string {
  return pieces(result).join('word');
}
