import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { pageSheet, pagesDocument, picturedPages, renderPagesDocument } from './pictured-pages.ts';

/** All pictures of pages together. */
const maxBytes = 4_000_000;

suite('the pictures of the pages of the console', (test) => {
  test('exist for each page of the document, which is current, and have less than 4 MB together', () => {
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
