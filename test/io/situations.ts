import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { quickGit } from './quick-git.ts';

/** A real Git repository in a temporary directory. */
export interface Repository {
  readonly root: string;
  readonly write: (path: string, content: string | Uint8Array) => void;
  readonly link: (target: string, path: string) => void;
  readonly git: (...args: readonly string[]) => string;
  /** Commits the work tree. */
  readonly commit: () => void;
}

export function inRepository(use: (repository: Repository) => void): void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'leasehold-readers-')));
  try {
    const repository = repositoryIn(root);
    repository.git('init', '-q', '-b', 'main', '--template=');
    use(repository);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function repositoryIn(root: string): Repository {
  const git: Repository['git'] = (...args) => {
    const own = ['-C', root, ...quickGit, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args];
    const { status, stdout, stderr } = spawnSync('git', own, { encoding: 'utf8' });
    assert.is(status, 0, stderr);
    return stdout;
  };
  const parent = (path: string) => mkdirSync(dirname(join(root, path)), { recursive: true });
  return {
    root,
    git,
    write: (path, content) => {
      parent(path);
      writeFileSync(join(root, path), content);
    },
    link: (target, path) => {
      parent(path);
      symlinkSync(target, join(root, path));
    },
    commit: () => {
      git('add', '-A', '-f');
      git('commit', '-q', '--allow-empty', '-m', 'x');
    },
  };
}

/** Files next to a tenant, and the expected findings of a reader, by path in the tenants directory. */
export interface Situation {
  readonly commit: (repository: Repository) => void;
  readonly finds: Readonly<Record<string, string>>;
}

export function files(...names: readonly string[]): Situation['commit'] {
  return ({ write, commit }) => {
    for (const name of names) write(`tenants/${name}`, 'x');
    commit();
  };
}

/** A link, and existing files next to it. */
export function link(target: string, path: string, ...names: readonly string[]): Situation['commit'] {
  return ({ root, link: make, write, commit }) => {
    for (const name of names) write(`tenants/${name}`, 'x');
    make(target.replace('{root}', root), `tenants/${path}`);
    commit();
  };
}

function text(...names: readonly string[]): Situation['finds'] {
  return Object.fromEntries(names.map((name) => [name, 'text']));
}

function submodule(path: string, isFetched: boolean): Situation['commit'] {
  return ({ root, write, git, commit }) => {
    commit();
    mkdirSync(join(root, 'tenants', path), { recursive: true });
    git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD').trim()},tenants/${path}`);
    git('commit', '-q', '-m', 'x');
    if (!isFetched) return;
    write(`tenants/${path}/.git`, 'gitdir: ../../.git/modules/b\n');
    write(`tenants/${path}/b.yaml`, 'x');
  };
}

function namesOutsideUtf8({ root, commit }: Repository): void {
  const path = (name: string, rest = '') =>
    Buffer.concat([Buffer.from(`${root}/tenants/${name}`), Buffer.of(0xff), Buffer.from(rest)]);
  mkdirSync(path('c'));
  for (const rest of ['/x.yaml', '/y.yaml']) writeFileSync(path('c', rest), 'x');
  writeFileSync(path('b', '.yaml'), 'x');
  commit();
}

export function contents(byName: Readonly<Record<string, string | Uint8Array>>): Situation['commit'] {
  return ({ write, commit }) => {
    for (const [name, content] of Object.entries(byName)) write(`tenants/${name}`, content);
    commit();
  };
}

const megabytes = (count: number, more = 0) => 'x'.repeat(count * 1024 * 1024 + more);
const odd = ['größe und platz.yaml', 'a"b.yaml', 'new\nline.yaml', '-x.yaml', ':x.yaml'];
const almost = ['b.yaml.bak', 'c.yml~', 'd.json.disabled', 'x/e.yaml_old'];

export const situations: Readonly<Record<string, Situation>> = {
  'source files': {
    commit: files('b.yml', 'c.json', 'D.YAML', 'e.Json', 'x/y/z.yaml'),
    finds: text('b.yml', 'c.json', 'D.YAML', 'e.Json', 'x/y/z.yaml'),
  },
  'files with other names': { commit: files('README.md', 'OWNERS', 'a.json5', 'b.yamlx', 'c.jsonnet'), finds: {} },
  'hidden files and node_modules': {
    commit: files('.a.yaml', '.b/c.yaml', 'node_modules/d.yaml', 'x/.d/e.yaml', '.f.yaml.bak'),
    finds: {},
  },
  'an override of the Application': {
    commit: files('x/.argocd-source-app.yaml'),
    finds: { 'x/.argocd-source-app.yaml': 'source-override' },
  },
  'attributes that change content': {
    commit: contents({
      'b/.gitattributes': '* text=auto\n*.yaml ident\n',
      'c/.gitattributes': '*.y[a]ml filter=x',
      'd/.gitattributes': '"*.json" working-tree-encoding=UTF-7',
      'e/.gitattributes': ' *.yaml\tlinguist-generated -ident\r\n',
      // Git reads a no-break space as part of the pattern.
      'f/.gitattributes': 'a.txt\u00a0*.yaml ident',
      'g/.gitattributes': '\u00a0#*.yaml ident',
    }),
    finds: {
      'b/.gitattributes': 'attributes',
      'c/.gitattributes': 'attributes',
      'd/.gitattributes': 'attributes',
      'e/.gitattributes': 'attributes',
      'f/.gitattributes': 'attributes',
      'g/.gitattributes': 'attributes',
    },
  },
  'attributes that change no content': {
    commit: contents({
      'b/.gitattributes':
        '# *.yaml ident\n\n* text=auto eol=lf -diff\n*.png filter=lfs diff=lfs merge=lfs -text\n*.yaml\n',
    }),
    finds: {},
  },
  'attributes in a link': { commit: link('../x', 'b/.gitattributes', '../x'), finds: { 'b/.gitattributes': 'link' } },
  'names that are almost those of source files': {
    commit: files(...almost),
    finds: Object.fromEntries(almost.map((name) => [name, 'other-name'])),
  },
  'backups next to their files': { commit: files('ada.yaml~', 'ada.yaml.orig', 'ada.yaml.bak'), finds: {} },
  'names with special characters': { commit: files(...odd), finds: text(...odd) },
  'names that are not UTF-8': { commit: namesOutsideUtf8, finds: { 'b\ufffd.yaml': 'name', 'c\ufffd': 'name' } },
  'a link to a source file': { commit: link('ada.yaml', 'b.yaml'), finds: { 'b.yaml': 'link' } },
  'a link to another file': { commit: link('base.txt', 'b.yaml', 'base.txt'), finds: { 'b.yaml': 'link' } },
  'a link out of the directory': { commit: link('../b.txt', 'b.yaml', '../b.txt'), finds: { 'b.yaml': 'link' } },
  'a link out of the repository': { commit: link('/etc/passwd', 'b.yaml'), finds: { 'b.yaml': 'link' } },
  'a broken link': { commit: link('nothing', 'b.yaml'), finds: { 'b.yaml': 'link' } },
  'a link to itself': { commit: link('b.yaml', 'b.yaml'), finds: { 'b.yaml': 'link' } },
  'a link in place of a directory': { commit: link('../b', 'b', '../b/b.yaml'), finds: { b: 'link' } },
  'a link to a directory next to it': { commit: link('b', 'c.eu', 'b/x.md'), finds: { 'c.eu': 'link' } },
  'a link to the directory itself': { commit: link('.', 'b'), finds: { b: 'link' } },
  'a broken link in the place of a directory': { commit: link('../nothing', 'b'), finds: { b: 'link' } },
  'a link of another name to a file': { commit: link('x/a.md', 'b.md', 'x/a.md'), finds: {} },
  'a link of another name to a source file': { commit: link('../ada.yaml', 'x/README'), finds: {} },
  'a link of another name to a link': {
    commit: (repository) => {
      link('a.md', 'b.md', 'a.md')(repository);
      link('b.md', 'c.md')(repository);
    },
    finds: { 'c.md': 'link' },
  },
  'a link of another name out of the directory': {
    commit: link('../a.md', 'b.md', '../a.md'),
    finds: { 'b.md': 'link' },
  },
  'an absolute link to a file': { commit: link('{root}/tenants/a.md', 'b.md', 'a.md'), finds: { 'b.md': 'link' } },
  'a link to a hidden file': { commit: link('.a.md', 'b.md', '.a.md'), finds: {} },
  'a link to a file in a hidden folder': { commit: link('.x/a.md', 'b.md', '.x/a.md'), finds: { 'b.md': 'link' } },
  'a hidden link': { commit: link('../other', '.b'), finds: {} },
  'a submodule': { commit: submodule('b', true), finds: { b: 'submodule' } },
  'a submodule that is not fetched': { commit: submodule('b', false), finds: { b: 'submodule' } },
  'a submodule with the name of a file': { commit: submodule('b.yaml', true), finds: { 'b.yaml': 'submodule' } },
  'files above and at the size limit': {
    commit: contents({ 'b.yaml': megabytes(4, 1), 'c.yaml': megabytes(4) }),
    finds: { 'b.yaml': 'too-large', 'c.yaml': 'text' },
  },
  'bytes that are not UTF-8, and a NUL': {
    commit: contents({ 'b.yaml': Uint8Array.of(0x61, 0xff), 'c.yaml': 'a: 1\0' }),
    finds: { 'b.yaml': 'binary', 'c.yaml': 'binary' },
  },
};
