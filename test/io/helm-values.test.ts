import * as assert from 'uvu/assert';
import { setJson } from '../../io/helm.ts';
import { suite } from '../harness.ts';

suite('values for helm --set-json', (test) => {
  test('have the same types as with helm --set', () => {
    const typed = ['true', 'null', '3', '-1', '{a, 2}', '03', '1.5', 'text'].map(setJson);
    assert.equal(typed, ['true', 'null', '3', '-1', '["a",2]', '"03"', '"1.5"', '"text"']);
  });

  test('are a single value, whatever a parameter contains', () => {
    for (const value of [
      '3,securityContext.privileged=true',
      'a=b',
      '"',
      '\\',
      '{a,{b}}',
      'x\n--post-renderer=/bin/sh',
    ])
      assert.type(JSON.parse(setJson(value)), value.startsWith('{') ? 'object' : 'string');
  });
});
