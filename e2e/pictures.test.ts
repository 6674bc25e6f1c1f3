import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { drawTerminal, terminalPicture } from '../scripts/pictures/terminal.ts';
import { suite } from '../test/harness.ts';
import { pageSheet, pagesDocument, picturedPages, renderPagesDocument } from './console/pictured-pages.ts';

/** All pictures of pages together. */
const maxBytes = 4_000_000;

suite('the pictures of the documentation', (test) => {
  test('show the output of the commands on a terminal', () => {
    const drawn = drawTerminal();
    assert.match(drawn, 'did you mean small?');
    assert.is(readFileSync(terminalPicture, 'utf8'), drawn, 'run npm run pictures');
  });

  test('show every page of the console', () => {
    assert.is(readFileSync(pagesDocument, 'utf8'), renderPagesDocument(), 'run npm run pictures');
    const files = picturedPages.map(pageSheet);
    assert.equal(
      files.filter((file) => !existsSync(file)),
      [],
    );
    assert.is(readdirSync('docs/pictures/console/pages').length, files.length);
    assert.ok(files.reduce((sum, file) => sum + statSync(file).size, 0) < maxBytes);
  });
});
