import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readRevision } from '../../io/git.ts';
import { openMerges } from '../../io/git-merge.ts';
import { git } from '../../io/git-process.ts';
import { readTenants } from '../../io/read-tenants.ts';
import { suite } from '../harness.ts';
import { inRepository, type Repository } from './situations.ts';

const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

/** Runs an action with a git on the PATH that first runs a script. */
function withScript({ root, write }: Repository, script: string, act: () => void): void {
  const { PATH: path = '' } = process.env;
  write('.bin/git', `#!/bin/sh\n${script}\nexec '${realGit}' "$@"\n`);
  chmodSync(join(root, '.bin/git'), 0o755);
  process.env['PATH'] = `${join(root, '.bin')}:${path}`;
  try {
    act();
  } finally {
    process.env['PATH'] = path;
  }
}

const platform =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true}\n';
const failures: Readonly<Record<string, readonly [script: string, message: RegExp]>> = {
  'is killed': ['kill -9 $$', /it was killed by SIGKILL/],
  'cannot read an object': ['echo "fatal: could not fetch 1 from promisor remote" >&2; exit 128', /could not fetch 1/],
};

suite('a read of a revision', (test) => {
  test('returns the committed file, not its replacement', () =>
    inRepository(({ root, write, commit, git: run }) => {
      write('tenants/file.yaml', 'a: b\n');
      write('other', 'a: other\n');
      commit();
      run('replace', ...['HEAD:tenants/file.yaml', 'HEAD:other'].map((name) => run('rev-parse', name).trim()));
      const read = readRevision('HEAD', join(root, 'tenants'), { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root });
      assert.equal(read.ok && read.files.map((file) => 'text' in file && file.text), ['a: b\n']);
    }));

  for (const [title, [script, message]] of Object.entries(failures))
    test(`fails if git ${title} while it lists the directory of the Platform, whose rules apply to tenants`, () =>
      inRepository((repository) => {
        const { root, write, commit } = repository;
        write('tenants/platform/platform.yaml', platform);
        write('tenants/acme/file.yaml', 'a: b\n');
        commit();
        const environment = { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root };
        const read = () => readRevision('HEAD', join(root, 'tenants/acme'), environment);
        withScript(repository, '', () => {
          const found = read();
          assert.ok(found.ok && found.files.length === 2);
        });
        // Without its input, git would also fail to write to the script.
        const onPlatform = `case "$*" in *"cat-file --batch --buffer") cat > /dev/null; ${script};; esac`;
        withScript(repository, onPlatform, () => assert.throws(read, message));
      }));
});

suite('git', (test) => {
  test('that is killed is an error, not a negative answer', () =>
    inRepository((repository) => {
      withScript(repository, 'kill -9 $$', () => assert.throws(() => git(['config', 'a.b']), /SIGKILL/));
      withScript(repository, '', () => assert.not(git(['config', 'a.b']).ok));
    }));

  test('merges texts of more than a megabyte, or fails', () =>
    inRepository((repository) => {
      const base = `${'a long line'.repeat(100)}\n`.repeat(1000);
      assert.equal(openMerges()(`${base}yours\n`, base, base), { text: `${base}yours\n`, hasConflicts: false });
      withScript(repository, 'kill -9 $$', () => assert.throws(() => openMerges()('a', 'b', 'c'), /git failed/));
    }));
});

suite('a read of a directory', (test) => {
  test('fails if a directory of the repository that might contain the Platform cannot be listed', () =>
    inRepository(({ root, write }) => {
      write('tenants/platform/platform.yaml', platform);
      write('tenants/acme/file.yaml', 'a: b\n');
      const read = () => withoutRoot(() => readTenants(join(root, 'tenants/acme')));
      chmodSync(root, 0o755);
      assert.is(read().length, 2);
      chmodSync(join(root, 'tenants'), 0o711);
      assert.throws(read, /EACCES/);
      rmSync(join(root, '.git'), { recursive: true });
      assert.is(read().length, 1);
    }));
});

/** Runs an action as a user to whom permissions apply. */
function withoutRoot<T>(act: () => T): T {
  const user = process.geteuid?.();
  if (user === 0) process.seteuid?.(65_534);
  try {
    return act();
  } finally {
    if (user === 0) process.seteuid?.(0);
  }
}
