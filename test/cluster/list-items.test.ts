import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { readItems } from '../../cluster/list-items.ts';
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

async function read(text: string, sizes: readonly number[] = [text.length + 1]) {
  const items: unknown[] = [];
  const list = await readItems(inParts(text, sizes), (item) => items.push(item));
  return { list, items };
}

async function isRejected(text: string): Promise<boolean> {
  return read(text, [65_536]).then(
    () => false,
    () => true,
  );
}

const item = fc.dictionary(fc.string(), fc.jsonValue());
const metadata = fc.record({ resourceVersion: fc.string(), '"items":[': fc.jsonValue(), items: fc.jsonValue() });

suite('the items of a list', (test) => {
  test('equal those of the parsed text, for every text and every chunk size', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(item),
        metadata,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
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
    `{"a":"${'x'.repeat(9_000_000)}"}`,
    `{"items":[{"a":"${'x'.repeat(9_000_000)}"}]}`,
  ])
    test(`of ${text.slice(0, 20) || 'an empty text'} with ${text.length} characters are an error`, async () =>
      assert.ok(await isRejected(text)));
});
