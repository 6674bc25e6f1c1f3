import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { rootFolders } from '../source-tree.ts';
import { replay } from './session.ts';

/**
 * A ```console block is a session. The test runs each `$ command` in a sandbox for the document, and compares the output and
 * the exit code (`[exit 1]`). UPDATE=1 writes the output. The commands of a ```sh block do not run; the test only checks that
 * the npm scripts that they name exist.
 */
const documents = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...below('docs'), ...below('kinds')].filter(
  (file) => existsSync(file),
);
const pathsInCode = new RegExp(`\`((?:${rootFolders().join('|')})/[\\w./-]*)\``, 'g');
const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts);

suite('the documentation', (test) => {
  for (const document of documents) {
    const text = readFileSync(document, 'utf8');
    if (text.includes('```console')) test(`in ${document} shows the actual output`, () => check(document, text));
    test(`in ${document} names only npm scripts and paths that exist`, () => {
      for (const [, script = ''] of text.matchAll(/npm run ([a-z0-9:-]+)/g))
        assert.ok(scripts.includes(script), `npm run ${script}`);
      for (const [, path = ''] of text.matchAll(pathsInCode)) {
        assert.ok(existsSync(path), `${document} names ${path}`);
      }
      for (const [, path = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        assert.ok(existsSync(join(document, '..', path)), `${document} links to ${path}`);
      }
    });
    test(`in ${document} links only to headings that exist`, () => {
      for (const [, path = '', anchor = ''] of text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)) {
        const page = path === '' ? document : join(document, '..', path);
        assert.ok(anchorsIn(page).includes(anchor), `${document} links to ${path}#${anchor}`);
      }
    });
  }

  test('contains no conflict markers', () => {
    for (const document of documents)
      assert.not.match(readFileSync(document, 'utf8'), /^(?:<{7}|>{7}|\|{7}) /m, document);
  });

  test('contains at least one session', () => {
    assert.ok(documents.some((document) => readFileSync(document, 'utf8').includes('```console')));
  });
});

function below(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => `${folder}/${file}`);
}

/** The anchors that GitHub derives from the headings of a page. */
function anchorsIn(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Compares a document with the actual output. Only the README starts the built program for each command. */
async function check(document: string, text: string): Promise<void> {
  const actual = await replay(text, document === 'README.md');
  if (process.env['UPDATE'] === '1') writeFileSync(document, actual);
  else assert.is(actual, text, `${document} differs; read what changed, then UPDATE=1 npm test`);
}
