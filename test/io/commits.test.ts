import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { changedFiles, changedLines, commitMetadata, firstParents } from '../../io/git-history.ts';
import { openRepository } from '../../io/repository.ts';
import { suite } from '../harness.ts';
import { inRepository, type Repository } from './situations.ts';

interface Forged {
  readonly seconds?: string;
  readonly message: string;
}

/** Adds a commit that `git fsck` accepts, although `git commit` might not create it. */
function forge({ root, git }: Repository, { seconds = '1700000000', message }: Forged): string {
  const people = `author a <a@example.com> ${seconds} +0000\ncommitter a <a@example.com> 1700000000 +0000`;
  const input = `tree ${git('write-tree').trim()}\nparent ${git('rev-parse', 'HEAD').trim()}\n${people}\n\n${message}\n`;
  const written = spawnSync('git', ['-C', root, 'hash-object', '-t', 'commit', '-w', '--stdin'], { input });
  const sha = written.stdout.toString().trim();
  git('update-ref', 'HEAD', sha);
  git('fsck', '--strict');
  return sha;
}

const history = (root: string) => openRepository(root)?.commits(10) ?? [];

suite('commits of any author', (test) => {
  test('have no author and no message if they are larger than 64 KiB', () => {
    inRepository((repository) => {
      repository.commit();
      forge(repository, { message: `${'x'.repeat(1_000_000)}\n\nSee merge request acme/tenants!7` });
      forge(repository, { message: 'Merge pull request #8' });
      const found = history(repository.root).map(({ author, subject, request }) => [author, subject, request]);
      assert.equal(found, [
        ['a', 'Merge pull request #8', '#8'],
        ['', '(a commit of more than 64 KiB)', undefined],
        ['a', 'x', undefined],
      ]);
    });
  });

  test('can have a date outside the range of JavaScript', () => {
    inRepository((repository) => {
      repository.commit();
      for (const seconds of ['99999999999999', '9223372036854775807']) {
        const sha = forge(repository, { seconds, message: 'x' });
        assert.is(commitMetadata(sha, ['-C', repository.root])?.date, undefined);
        assert.is(history(repository.root)[0]?.date, '1970-01-01T00:00:00+00:00');
      }
      const usual = forge(repository, { message: 'x' });
      assert.is(commitMetadata(usual, ['-C', repository.root])?.date, '2023-11-14T22:13:20Z');
      assert.is(history(repository.root)[0]?.date, '2023-11-14T22:13:20+00:00');
    });
  });
});

suite('a file with the name of a commit', (test) => {
  test('is not read in place of the commit', () => {
    inRepository(({ root, git, write, commit }) => {
      commit();
      write('tenants/a.yaml', 'a: 1\n');
      commit();
      const [head = '', base = ''] = git('log', '--format=%H').trim().split('\n');
      const directory = process.cwd();
      for (const name of [head, base]) write(name, '');
      process.chdir(root);
      try {
        assert.equal(firstParents(head, 2, {}), [head, base]);
        assert.is(commitMetadata(head)?.date?.length, 20);
        assert.equal(changedFiles({ base, head }), ['tenants/a.yaml']);
      } finally {
        process.chdir(directory);
      }
    });
  });
});

suite('the changed lines of a directory', (test) => {
  test('are those of the directory with exactly this name', () => {
    inRepository(({ root, git, write, commit }) => {
      const directories = ['t*', 't?', '[ta]', ':(top)', 'a\\b', 'ta', 'deep/t*'];
      commit();
      for (const directory of directories) write(`${directory}/x.yaml`, 'a: 1\n');
      commit();
      const [head = '', base = ''] = git('log', '--format=%H').trim().split('\n');
      for (const directory of directories) {
        const changed = changedLines({ base, head }, directory, { GIT_DIR: `${root}/.git` });
        assert.equal([...changed.values()], [[[1, 1]]], directory);
      }
      assert.is(changedLines({ base, head }, '.', { GIT_DIR: `${root}/.git` }).size, directories.length);
    });
  });

  test('include files whose paths git quotes', () => {
    inRepository(({ root, git, write, commit }) => {
      const files = ['a"b.yaml', 'a\\b.yaml', 'a\tb.yaml', 'a\x01b.yaml', 'é.yaml'];
      commit();
      for (const file of files) write(file, 'a: 1\n');
      commit();
      const [head = '', base = ''] = git('log', '--format=%H').trim().split('\n');
      const changed = changedLines({ base, head }, '.', { GIT_DIR: `${root}/.git` });
      assert.equal([...changed.keys()].sort(), files.sort());
    });
  });
});
