import { join, posix } from 'node:path';
import * as assert from 'uvu/assert';
import { once } from '../../data/once.ts';
import { readRevision } from '../../io/git.ts';
import { readTenants } from '../../io/read-tenants.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { nodePorts } from '../../plugin/node-ports.ts';
import { readTenantFiles } from '../../plugin/tenants-folder.ts';
import { kleffTenant } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { tried } from '../runs.ts';
import { attributeSituations } from './attribute-situations.ts';
import { inRepository, situations } from './situations.ts';

type Reader = (root: string) => readonly SourceFile[];

/** The ways in which programs read tenants. Paths start with `tenants/`. */
const readers: Readonly<Record<string, Reader>> = {
  'a directory': (root) =>
    readTenants(join(root, 'tenants')).map((file) => ({ ...file, path: file.path.slice(root.length + 1) })),
  'a revision': (root) => {
    const read = readRevision('HEAD', 'tenants', { GIT_DIR: join(root, '.git') });
    if (!read.ok) assert.is(read.why, 'no-files', read.message);
    return read.ok ? read.files : [];
  },
  'the plugin': (root) => {
    const read = readTenantFiles(root, nodePorts());
    return read.ok ? read.value : [];
  },
};

/** A submodule that was not fetched looks like an empty directory. */
function finding(file: SourceFile): readonly [string, string] {
  if (!('unreadable' in file)) return [file.path, 'text'];
  return [file.path, file.unreadable === 'empty-directory' ? 'submodule' : file.unreadable];
}

function sorted(entries: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

function problemLinesOf(files: readonly SourceFile[]): readonly string[] {
  return render(files).problems.map(({ at, severity, code, fix }) => `${at.file} ${severity} ${code}: ${fix}`);
}

suite('every reader of tenants', (test) => {
  const all = [...Object.entries(situations), ...tried(Object.entries(attributeSituations), 4)];
  for (const [what, { commit, finds }] of all)
    test(`finds the same files with ${what}`, () =>
      inRepository((repository) => {
        repository.write('tenants/ada.yaml', kleffTenant('ada'));
        commit(repository);
        const entries = Object.entries({ 'ada.yaml': 'text', ...finds });
        const expected = sorted(entries.map(([path, found]) => [posix.join('tenants', path), found]));
        for (const [name, read] of Object.entries(readers))
          assert.equal(sorted(read(repository.root).map(finding)), expected, name);
      }));

  test('warns about a name that resembles a source file name', () => {
    const files = [{ path: 'tenants/bob.yaml.bak', unreadable: 'other-name' } as const];
    const fix = 'rename it if it defines resources; delete it otherwise';
    assert.equal(problemLinesOf(files), [`tenants/bob.yaml.bak warning ignored-file: ${fix}`]);
  });

  test('finds no files if every name only resembles a source file name', () =>
    inRepository(({ root, write, commit }) => {
      write('tenants/ada.yaml.bak', kleffTenant('ada'));
      commit();
      for (const [name, read] of Object.entries(readers)) assert.equal(read(root), [], name);
    }));

  for (const target of ['envs/prod', './envs/../envs/prod/', 'links/tenants'])
    test(`finds files through a link from tenants to ${target} inside the repository`, () =>
      inRepository(({ root, write, link, commit }) => {
        write('envs/prod/ada/ada.yaml', kleffTenant('ada'));
        link('../envs/prod', 'links/tenants');
        link(target, 'tenants');
        commit();
        for (const [name, read] of Object.entries(readers))
          assert.equal(read(root).map(finding), [['tenants/ada/ada.yaml', 'text']], name);
      }));

  test('finds files of a revision below a directory with an unusual name', () =>
    inRepository(({ root, write, commit }) => {
      for (const folder of ['.leasehold/approvals', '..a', 'a b:c']) write(`${folder}/x.yaml`, 'x');
      commit();
      for (const folder of ['.leasehold/approvals', '..a', 'a b:c', './a b:c/', join(root, 'nothing/../..a')]) {
        const read = readRevision('HEAD', folder, { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root });
        assert.equal(read.ok && read.files, [{ path: posix.join(folder, 'x.yaml'), text: 'x' }], folder);
      }
    }));

  test('finds no files through a link that leaves the repository', () =>
    inRepository(({ root, link, commit }) => {
      link('/etc', 'tenants');
      commit();
      assert.equal(readTenantFiles(root, nodePorts()).ok, false);
      const read = readRevision('HEAD', 'tenants', { GIT_DIR: join(root, '.git') });
      assert.is(!read.ok && read.why, 'unreadable');
    }));

  /** The content of a file that was emptied instead of deleted. */
  const empty = {
    nothing: '',
    'white space': ' \n\t\n',
    'a byte order mark': '\ufeff',
    'a comment': '# ada has left\n',
    'carriage returns as line endings': '# ada\rkind: Tenant\r'.replace('kind', '# kind'),
    null: 'null\n',
    'a tilde': '~\n',
    'document markers': '---\n---\n...\n',
    'an empty List': 'apiVersion: v1\nkind: List\nitems: []\n',
    'an empty List with an ambiguous scalar': 'apiVersion: v1\nkind: List\nmetadata: {x: 0777}\nitems: []\n',
    'an empty typed List': 'apiVersion: tetrapus.io/v1alpha1\nkind: OrgList\nitems: []\n',
    'a List of null': 'apiVersion: v1\nkind: List\nitems: [null]\n',
  };
  const json = { null: 'null', 'an empty List': '{"apiVersion":"v1","kind":"List","items":[]}', 'a text': '""' };
  const emptied = [
    ...Object.entries(empty).map((entry) => ['yaml', ...entry] as const),
    ...Object.entries(json).map((entry) => ['json', ...entry] as const),
  ];
  const emptiedFile = (index: number) => `tenants/ada-${index}.${emptied[index]?.[0]}`;
  /** The problems of all emptied files, next to another tenant, by reader. */
  const problemsOfEmptied = once(() => {
    const found: (readonly [reader: string, lines: readonly string[]])[] = [];
    inRepository(({ root, write, commit }) => {
      for (const [index, [, , content]] of emptied.entries()) write(emptiedFile(index), content);
      write('tenants/bob.yaml', kleffTenant('bob'));
      commit();
      for (const [reader, read] of Object.entries(readers)) found.push([reader, problemLinesOf(read(root))]);
    });
    return found;
  });
  for (const [index, [ending, what]] of emptied.entries())
    test(`reports an error in a .${ending} file that contains ${what}`, () => {
      for (const [reader, lines] of problemsOfEmptied()) {
        const own = lines.filter((line) => line.startsWith(`${emptiedFile(index)} `));
        const errors = own.filter((line) => !line.includes('ambiguous-scalar'));
        assert.is(errors.length, 1, reader);
        assert.match(errors[0] ?? '', / error not-a-resource/, reader);
        if (!['a List of null', 'a text'].includes(what)) assert.match(errors[0] ?? '', 'delete the file', reader);
      }
    });

  test('reports an error for both files if their paths differ only in case or Unicode form', () => {
    const file = (path: string, name: string) => ({ path, text: kleffTenant(name) });
    const pairs = [
      ['tenants/ada.yaml', 'tenants/ADA.yaml'],
      ['tenants/a/x.yaml', 'tenants/A/y.yaml'],
      ['tenants/größe.yaml', 'tenants/gro\u0308ße.yaml'],
    ] as const;
    for (const [one, other] of pairs) {
      const files = [file(one, 'ada'), file(other, 'bob'), file('tenants/c.yaml', 'cyd')];
      const errors = problemLinesOf(files).map((line) => line.split(':')[0]);
      assert.equal(errors.sort(), [`${one} error colliding-paths`, `${other} error colliding-paths`].sort());
      assert.not(render(files, { tenant: 'ada' }).ok);
      assert.ok(render(files, { tenant: 'cyd' }).ok);
    }
  });
});
