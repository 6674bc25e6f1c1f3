import * as assert from 'uvu/assert';
import { hasFewValues } from '../../gateway/response/few-values.ts';
import { suite } from '../harness.ts';

suite('the values of a request', (test) => {
  test('are limited in number', () => {
    assert.ok(!hasFewValues(`{"files":${'['.repeat(2_000_000)}`));
    assert.ok(!hasFewValues(`{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`));
    assert.ok(hasFewValues(`[${'1,'.repeat(40_000)}1]`));
  });

  test('can be strings of any text', () => {
    const texts = [',[{'.repeat(1_000_000), '\\'.repeat(500_000), '"'.repeat(500_000), '\\",['.repeat(250_000)];
    for (const text of texts) assert.ok(hasFewValues(JSON.stringify({ files: [{ path: 'a', text }] })));
    assert.ok(!hasFewValues(`${JSON.stringify(['\\'])}${',[{'.repeat(100_000)}`));
    assert.ok(hasFewValues('{"a'));
    assert.ok(hasFewValues(`"${'\\'.repeat(1_000_001)}"`));
  });
});
