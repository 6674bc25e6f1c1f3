import * as assert from 'uvu/assert';
import { schemas } from '../../build/schemas.ts';
import { explanations } from '../../core/validate/schema-messages.ts';
import { isMapping } from '../../data/tree.ts';
import { suite } from '../harness.ts';

/** Keywords that describe a value, or apply other schemas, so that no error names them. */
const silent = [
  '$id',
  '$schema',
  '$ref',
  '$defs',
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'items',
];

/** Keywords whose values map names to schemas. */
const named = ['$defs', 'properties'];

suite('the keywords in schemas of kinds', (test) => {
  test('are those that messages explain', () => {
    const used = new Set(Object.values(schemas).flatMap((text) => keywordsIn(JSON.parse(text))));
    const rules = [...used].filter((keyword) => ![...silent, ...named].includes(keyword) && !keyword.startsWith('x-'));
    assert.equal(rules.sort(), Object.keys(explanations).sort());
  });
});

function keywordsIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn);
  if (!isMapping(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (named.includes(keyword) && isMapping(value)) return [keyword, ...Object.values(value).flatMap(keywordsIn)];
    const isData = ['const', 'default', 'enum', 'examples', 'required'].includes(keyword) || keyword.startsWith('x-');
    return [keyword, ...(isData ? [] : keywordsIn(value))];
  });
}
