import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { commitOf, originOf } from '../../io/git-facts.ts';
import { rootOf } from '../../io/git-history.ts';
import { git } from '../../io/git-process.ts';
import { openRepository } from '../../io/repository.ts';
import { suite } from '../harness.ts';
import { inRepository, type Repository } from './situations.ts';

/** Files that git takes for a repository, with programs that it runs when it reads the index or fetches a commit. */
function plant({ root, write }: Repository, directory: string): string {
  const mark = join(root, 'ran');
  const program = `touch ${mark}; false`;
  write(`${directory}/HEAD`, `${'1'.repeat(40)}\n`);
  write(`${directory}/objects/x`, '');
  write(`${directory}/refs/x`, '');
  write(
    `${directory}/config`,
    `[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = ${root}\n\tsshCommand = "${program}"\n\tfsmonitor = "${program}"\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ssh://git@example.com/x\n\tpromisor = true\n`,
  );
  return mark;
}

suite('the repository of a directory', (test) => {
  test('is undefined if the directory does not exist', () =>
    inRepository(({ root }) => {
      const path = join(root, 'missing');
      assert.equal([rootOf(path), originOf(path), commitOf([path])], [undefined, undefined, undefined]);
    }));
});

suite('files in a directory that form a Git repository', (test) => {
  for (const directory of ['tenants', 'tenants/acme'])
    test(`are not used as the repository of ${directory}`, () =>
      inRepository((repository) => {
        const mark = plant(repository, directory);
        repository.write(`${directory}/acme.yaml`, 'x');
        repository.git('remote', 'add', 'origin', 'https://git.example.com/tenants.git');
        repository.commit();
        const head = repository.git('rev-parse', 'HEAD').trim();
        const path = join(repository.root, directory);
        assert.is(rootOf(path), repository.root);
        assert.is(originOf(path), 'https://git.example.com/tenants.git');
        assert.is(commitOf([path])?.drySha, head);
        assert.is(commitOf([path])?.commit?.message, 'x');
        const opened = openRepository(path);
        assert.equal([opened?.root, opened?.head, opened?.commits(5).length], [repository.root, head, 1]);
        assert.not(existsSync(mark), 'a program of the author ran');
      }));

  test('are not used outside a checkout by Git 2.38 or later', () =>
    inRepository((repository) => {
      const mark = plant(repository, 'tenants');
      rmSync(join(repository.root, '.git'), { recursive: true });
      const found = git(['-C', join(repository.root, 'tenants'), 'rev-parse', '--verify', 'HEAD^{commit}']);
      assert.not(found.ok);
      assert.not(existsSync(mark) && !isOlderGit(), 'a program of the author ran');
    }));
});

function isOlderGit(): boolean {
  const version = git(['version']);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version.ok ? version.out.toString() : '') ?? [];
  return Number(major) * 100 + Number(minor) < 238;
}
