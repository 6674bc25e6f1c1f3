import * as assert from 'uvu/assert';
import { readExportedObjects } from '../../import/resources/exported-object.ts';
import { suite } from '../harness.ts';

suite('an export in JSON', (test) => {
  test('is read although texts in it have many brackets', () => {
    const texts = ['[', '{', '"[', '\\{', "'["].map((part) => part.repeat(1000));
    const items = texts.map((text, index) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `a${index}`, namespace: 'b' },
      data: { text },
    }));
    const list = { apiVersion: 'v1', kind: 'List', items };
    for (const text of [JSON.stringify(list), JSON.stringify(list, undefined, 4)]) {
      const { objects, problems } = readExportedObjects([{ path: 'configmaps.yaml', text }]);
      assert.equal(problems, []);
      assert.equal(
        objects.map(({ body }) => body),
        items,
      );
    }
  });
});
