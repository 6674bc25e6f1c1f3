import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fetchSources, readRevision, sourcesFingerprint } from '../../io/git.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { tried } from '../runs.ts';
import { inRepository, type Repository } from './situations.ts';

const platform = (tenants: string) =>
  `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {cluster: {mesh: none}, directoryPerTenant: true, tenantsDirectory: ${tenants}}\n`;
const grant =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: all}\nspec: {tenants: ["*"], kinds: [Tenant.kleff.kleff.io], shared: [tenants], fields: {Tenant.kleff.kleff.io: {spec.plan: [basic]}}}\n';
const kleff = (name: string) =>
  `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: ${name}, namespace: tenants}\nspec: {plan: basic, userId: ${name}, username: ${name}}\n`;

/** Where the Platform is, and where the tenants are. */
const layouts: readonly (readonly [platform: string, tenantsDirectory: string, tenants: string])[] = [
  ['platform', 'tenants', 'tenants/'],
  ['platform', '.', ''],
  ['Clusters/eu/platform', 'tenants', 'Clusters/eu/tenants/'],
];

function inLayout([folder, name, tenants]: (typeof layouts)[number], use: (repository: Repository) => void): void {
  inRepository((repository) => {
    repository.write(`${folder}/platform.yaml`, platform(name));
    repository.write(`${folder}/grant.yaml`, grant);
    for (const tenant of ['acme', 'evil']) repository.write(`${tenants}${tenant}/${tenant}.yaml`, kleff(tenant));
    repository.commit();
    use(repository);
  });
}

interface Objects {
  /** Writes an object, and returns its name. */
  readonly write: (input: string, ...args: readonly string[]) => string;
  /** Writes a tree with an object under `count` names. */
  readonly repeat: (object: string, count: number) => string;
  /** Commits a tree, or another object, at a path. */
  readonly put: (path: string, object: string) => void;
}

function objectsOf({ root, git }: Repository): Objects {
  const write: Objects['write'] = (input, ...args) => {
    const { status, stdout, stderr } = spawnSync('git', ['-C', root, ...args], { input, encoding: 'utf8' });
    assert.is(status, 0, stderr);
    return stdout.trim();
  };
  const replaced = (tree: string, [name = '', ...rest]: readonly string[], object: string): string => {
    const lines = git('ls-tree', tree).split('\n');
    const others = lines.filter((line) => line !== '' && !line.endsWith(`\t${name}`));
    const inner = lines.find((line) => line.endsWith(`\t${name}`))?.slice(12, 52) ?? emptyTree;
    const own = rest.length === 0 ? object : `040000 tree ${replaced(inner, rest, object)}`;
    return write([...others, `${own}\t${name}`, ''].join('\n'), 'mktree');
  };
  const emptyTree = write('', 'mktree');
  return {
    write,
    repeat: (object, count) => {
      const lines = Array.from({ length: count }, (_, index) => `${object}\tx${String(index).padStart(5, '0')}\n`);
      return `040000 tree ${write(lines.join(''), 'mktree')}`;
    },
    put: (path, object) => {
      const commit = git('commit-tree', '-m', 'x', '-p', 'HEAD', replaced('HEAD^{tree}', path.split('/'), object));
      git('update-ref', 'HEAD', commit.trim());
    },
  };
}

type Content = (objects: Objects) => string;

const nested =
  (mode: string, content: string, ...counts: readonly number[]): Content =>
  ({ write, repeat }) =>
    counts.reduce(repeat, `${mode} blob ${write(content, 'hash-object', '-w', '--stdin')}`);

/** Small pushes that make a listing of all paths huge, or that need many reads. `npm test` tries the first. */
const contents: Readonly<Record<string, Content>> = {
  'a trillion files': nested('100644', 'x', 1000, 1000, 1000, 1000),
  'fifty thousand files in a folder': nested('100644', 'x', 50_000),
  'a million links whose targets are 4 KiB long': nested('120000', 'x'.repeat(4095), 1000, 1000),
  'a trillion folders with one file each': nested('100644', 'x', 1, 1, 1000, 1000, 1000, 1000),
  'a hundred nested folders': nested('100644', 'x', ...Array(100).fill(1)),
};

function environmentOf(root: string): { readonly GIT_DIR: string; readonly GIT_WORK_TREE: string } {
  return { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root };
}

function filesIn(root: string, path: string): readonly SourceFile[] {
  const read = readRevision('HEAD', path, environmentOf(root));
  assert.ok(read.ok);
  return read.files;
}

function evilIn(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const at = file.path.indexOf('evil');
    return at < 0 ? [] : [`${file.path.slice(at)} ${'text' in file ? 'text' : file.unreadable}`];
  });
}

suite('a read of a revision', (test) => {
  for (const layout of layouts)
    for (const [what, content] of tried(Object.entries(contents), 5)) {
      const [place, , tenants] = layout;
      test(`lists no hidden folder, and limits the directory, if a tenant committed ${what} (Platform in ${place})`, () =>
        inLayout(layout, (repository) => {
          const { root } = repository;
          const objects = objectsOf(repository);
          const paths = ['.', tenants].filter((path) => path !== '');
          const tree = content(objects);
          objects.put(`${tenants}evil/.hidden`, tree);
          for (const path of paths) assert.equal(evilIn(filesIn(root, path)), ['evil/evil.yaml text'], path);
          objects.put(`${tenants}evil/visible`, tree);
          for (const path of paths) {
            const files = filesIn(root, path);
            assert.equal(evilIn(files), ['evil many-entries'], path);
            assert.ok(render(files, { tenant: 'acme' }).ok, path);
            const { problems } = render(files, { tenant: 'evil' });
            assert.match(problems[0]?.message ?? '', /evil is a tenant's directory with more than 5000 files/);
          }
        }));
    }

  test('does not fetch the files of a tenant that committed many entries, and has a new fingerprint after each change', () =>
    inLayout(['platform', 'tenants', 'tenants/'], (repository) => {
      const objects = objectsOf(repository);
      const fetched: string[] = [];
      const source = {
        environment: environmentOf(repository.root),
        fetchBlobs: (blobs: readonly string[]) => {
          fetched.push(...blobs);
          return { ok: true, value: undefined } as const;
        },
      };
      const prints = [1000, 1001].map((count) => {
        objects.put('tenants/evil/visible', nested('100644', 'x', count, count)(objects));
        assert.ok(fetchSources('HEAD', 'tenants', source).ok);
        return sourcesFingerprint('HEAD', 'tenants', source);
      });
      assert.type(prints[0], 'string');
      assert.is.not(prints[0], prints[1]);
      const named = (path: string) => repository.git('rev-parse', `HEAD:${path}`).trim();
      assert.ok(fetched.includes(named('platform/platform.yaml')));
      assert.ok(fetched.includes(named('tenants/acme/acme.yaml')));
      assert.not(fetched.includes(named('tenants/evil/evil.yaml')));
    }));

  for (const name of ['..', '.', '../acme/acme.yaml', '../../platform/grant.yaml'])
    test(`does not read a file with the name ${name} as a file in another directory`, () =>
      inLayout(['platform', 'tenants', 'tenants/'], (repository) => {
        const objects = objectsOf(repository);
        const blob = objects.write('x', 'hash-object', '-w', '--stdin');
        const entry = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')]);
        const args = ['-C', repository.root, 'hash-object', '-w', '--stdin', '-t', 'tree', '--literally'];
        const { stdout } = spawnSync('git', args, { input: entry, encoding: 'utf8' });
        objects.put('tenants/evil/x', `040000 tree ${stdout.trim()}`);
        const files = filesIn(repository.root, '.');
        assert.equal([...evilIn(files)].sort(), ['evil/evil.yaml text', 'evil/x/\ufffd name']);
        assert.is(files.length, 5);
      }));
});
