import * as assert from 'uvu/assert';
import { isAnchored } from '../../kinds/mto/integration/anchors.ts';
import { suite } from '../harness.ts';

const anchored = ['^a$', '^a$|^b$', '^(a|b)$', '^((a|b)|c)$', '^[|]$', '^a\\|b$', '^a\\(b$', '^[]|]$'];
const open = ['a', '^a', 'a$', '^a|b$', '^(a)|b$', '^a\\(|b\\)$', '^[(]|b[)]$', '^a\\$'];

suite('an expression', (test) => {
  test('is anchored if each of its alternatives is; characters in escapes and character classes do not count', () => {
    for (const source of anchored) assert.ok(isAnchored(source), source);
    for (const source of open) assert.not.ok(isAnchored(source), source);
  });
});
