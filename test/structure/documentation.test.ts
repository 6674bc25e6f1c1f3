import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { rootFolders } from '../source-tree.ts';

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
    if (text.includes('```console')) test(`in ${document} shows the actual output`, () => replay(document, text));
    test(`in ${document} names only commands and paths that exist`, () => {
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

/** Where a session runs. A command `cd DIRECTORY` applies to the following sessions of the document too. */
interface Place {
  readonly sandbox: string;
  directory: string;
}

function replay(document: string, text: string): void {
  const sandbox = makeSandbox();
  const place = { sandbox, directory: sandbox };
  try {
    const actual = text.replace(
      /```console\n([\s\S]*?)```/g,
      (_, block: string) => `\`\`\`console\n${session(block, place)}\`\`\``,
    );
    if (process.env['UPDATE'] === '1') writeFileSync(document, actual);
    else assert.is(actual, text, `${document} differs; read what changed, then UPDATE=1 npm test`);
  } finally {
    rmSync(join(sandbox, '..'), { recursive: true });
  }
}

/** A repository with only the sample tenants, in its own directory, with `leasehold` on the PATH. */
function makeSandbox(): string {
  const sandbox = join(mkdtempSync(join(tmpdir(), 'leasehold-docs-')), 'leasehold');
  spawnSync('git', ['init', '--quiet', sandbox]);
  cpSync('tenants', join(sandbox, 'tenants'), { recursive: true });
  const bin = join(sandbox, '.bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'leasehold'), `#!/bin/sh\nexec node ${resolve('dist/leasehold.mjs')} "$@"\n`);
  chmodSync(join(bin, 'leasehold'), 0o755);
  return sandbox;
}

function session(block: string, place: Place): string {
  const commands = block.split('\n').filter((line) => line.startsWith('$ '));
  return commands.map((line) => `${line}\n${output(line.slice(2), place)}`).join('');
}

function output(command: string, place: Place): string {
  const [, target] = /^cd (\S+)$/.exec(command) ?? [];
  if (target === undefined) return run(command, place);
  place.directory = join(place.directory, target);
  return '';
}

function run(command: string, { sandbox, directory: cwd }: Place): string {
  const env = {
    ...process.env,
    PATH: `${join(sandbox, '.bin')}:${process.env['PATH']}`,
    CI: 'true',
    NO_COLOR: '1',
    COLUMNS: '100',
  };
  const identity = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  const { status, stdout } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
    cwd,
    env: { ...env, ...identity },
    encoding: 'utf8',
  });
  const printed = stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
  return status === 0 ? printed : `${printed}[exit ${status}]\n`;
}
