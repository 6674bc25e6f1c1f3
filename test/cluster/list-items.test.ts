import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { jsonLines } from '../../cluster/json-lines.ts';
import { readItems } from '../../cluster/list-items.ts';
import type { Selection } from '../../cluster/selection.ts';
import { isMapping } from '../../data/tree.ts';
import { suite } from '../harness.ts';

/** A body that arrives in parts of the given sizes. */
async function* inParts(text: string, sizes: readonly number[]) {
  const bytes = Buffer.from(text);
  let [at, index] = [0, 0];
  while (at < bytes.length) {
    const size = sizes[index++ % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function read(text: string, sizes: readonly number[] = [text.length + 1], selection: Selection = true) {
  const items: unknown[] = [];
  const partial: unknown[] = [];
  const onItem = (item: unknown, isPartial = false) => void (isPartial ? partial : items).push(item);
  const list = await readItems(inParts(text, sizes), onItem, { selection });
  return { list, items, ...(partial.length > 0 ? { partial } : {}) };
}

/**
 * The parts of a value that a selection keeps, or undefined if it keeps none. For `short`, keeps every scalar: the generated texts
 * are shorter than the limit.
 */
function selected(value: unknown, selection: Selection, isInList = false): unknown {
  if (selection === false) return undefined;
  if (selection === true || typeof value !== 'object' || value === null) return value;
  if (selection === 'short') return undefined;
  if (Array.isArray(value))
    return isInList ? undefined : value.map((one) => selected(one, selection, true)).filter((one) => one !== undefined);
  const fields = Object.entries(value).map(([key, one]) => {
    const own = Object.hasOwn(selection, key) ? selection[key] : selection['*'];
    return [key, selected(one, own ?? false)] as const;
  });
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined));
}

async function isRejected(text: string): Promise<boolean> {
  return read(text, [65_536]).then(
    () => false,
    () => true,
  );
}

const key = fc.oneof(fc.constantFrom('a', 'b', 'metadata', '*', '"', '\\', '__proto__'), fc.string());
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const part = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(key, scalar, { maxKeys: 3 }));
const inner = fc.oneof(part, fc.array(part, { maxLength: 3 }), fc.dictionary(key, part, { maxKeys: 3 }));
const item = fc.dictionary(key, inner, { maxKeys: 5 });
const selections: fc.Arbitrary<Selection> = fc.letrec<{ readonly selection: Selection }>((tie) => ({
  selection: fc.oneof(
    { depthSize: 'small' },
    fc.boolean(),
    fc.constant('short' as const),
    fc.dictionary(key, tie('selection'), { maxKeys: 4 }),
  ),
})).selection;
const chunkSizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 });
const metadata = fc.record({ resourceVersion: fc.string(), '"items":[': fc.jsonValue(), items: fc.jsonValue() });

suite('the items of a list', (test) => {
  test('equal those of the parsed text, for every text and every chunk size', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(item),
        metadata,
        chunkSizes,
        fc.constantFrom(undefined, 2, '\t'),
        async (items, meta, sizes, indent) => {
          const text = JSON.stringify({ kind: 'ThingList', metadata: meta, items, after: meta }, undefined, indent);
          const { items: all, ...rest } = JSON.parse(text);
          assert.equal(await read(text, sizes), { list: { ...rest, items: [] }, items: all });
        },
      ),
      { numRuns: 200 },
    ));

  test('are empty for null', async () =>
    assert.equal(await read('{"items": null}'), { list: { items: null }, items: [] }));

  for (const text of [
    '',
    '<html>',
    '{"items":[{}',
    '{"items":[{}]',
    '{"items":[{},]}',
    '{"items":[{}{}]}',
    '{"items":[,{}]}',
    '{"items":[1]}',
    '{"items":[{},"a"]}',
    '{"items":[[{}]',
    '{"items":[[{}]]}',
    '{"items":[{},[]]}',
    '{"items":[]}}',
    '{"items":[]} {}',
    `{"a":"${'x'.repeat(9_000_000)}"}`,
  ])
    test(`of ${text.slice(0, 20) || 'an empty text'} with ${text.length} characters are an error`, async () =>
      assert.ok(await isRejected(text)));

  test('contain what is selected, for every selection and every chunk size', () =>
    fc.assert(
      fc.asyncProperty(fc.array(item), selections.filter(isMapping), chunkSizes, async (items, selection, sizes) => {
        const found = await read(JSON.stringify({ items }), sizes, selection as Selection);
        assert.equal(
          found.items,
          JSON.parse(JSON.stringify(items.map((one) => selected(one, selection as Selection)))),
        );
      }),
      { numRuns: 300 },
    ));
});

/** What a member of a tenant can create: the API server writes `<` as six characters, and each `{}` is estimated at 64 bytes. */
const large = {
  'a text with escapes': `"${'\\u003c'.repeat(1_450_000)}"`,
  'very many values': `[${'{"weight":1,"preference":{}},'.repeat(240_000)}{}]`,
  'very many lists': `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`,
};

suite('an item that is larger than the limit', (test) => {
  for (const [title, text] of Object.entries(large)) {
    const object = `{"metadata":{"name":"large"},"spec":{"volumes":${text},"replicas":2},"kind":"A"}`;
    const list = `{"kind":"AList","items":[{"kind":"B"},${object},{"kind":"C"}]}`;
    const rest = { metadata: { name: 'large' }, spec: { replicas: 2 }, kind: 'A' };

    test(`because of ${title} does not fail the list, and has all its other fields`, async () => {
      const found = await read(list, [65_536], { '*': true, spec: { '*': true } });
      assert.equal(found.items, [{ kind: 'B' }, { kind: 'C' }]);
      assert.equal(found.partial, [rest]);
    });

    test(`because of ${title} is complete if the large field is not selected`, async () =>
      assert.equal(await read(list, [65_536], { '*': true, spec: { replicas: true } }), {
        list: { kind: 'AList', items: [] },
        items: [{ kind: 'B' }, rest, { kind: 'C' }],
      }));

    test(`because of ${title} does not end a watch`, async () => {
      const lines = `{"type":"ADDED","object":${object}}\n{"type":"BOOKMARK","object":{}}\n{"type"`;
      const found: unknown[] = [];
      const selection = { type: true, object: { '*': true, spec: { '*': true } } };
      for await (const event of jsonLines(inParts(lines, [65_536]), selection)) found.push(event);
      assert.equal(found, [
        { type: 'ADDED', object: rest, isPartial: true },
        { type: 'BOOKMARK', object: {} },
      ]);
    });
  }
});
