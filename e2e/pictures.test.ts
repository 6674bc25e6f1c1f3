import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { drawTerminal, terminalPicture } from '../scripts/pictures/terminal.ts';
import { suite } from '../test/harness.ts';

suite('the pictures of the documentation', (test) => {
  test('show the output of the commands on a terminal', () => {
    const drawn = drawTerminal();
    assert.match(drawn, 'did you mean small?');
    assert.is(readFileSync(terminalPicture, 'utf8'), drawn, 'run npm run pictures');
  });
});
