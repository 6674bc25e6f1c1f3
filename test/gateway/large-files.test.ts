import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { limits } from '../../data/limits.ts';
import { openReader } from '../../gateway/reader.ts';
import type { ApiError } from '../../gateway/response/problem.ts';
import { fetchBranch, prepareClone } from '../../gateway/world/clone.ts';
import { openTenantRepository } from '../../gateway/world/repository.ts';
import { suite } from '../harness.ts';
import { quickGit } from '../io/quick-git.ts';

const folder = mkdtempSync(join(tmpdir(), 'leasehold-large-files-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function git(directory: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@corp.io', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', ['-C', directory, ...quickGit, ...identity, ...args], { encoding: 'utf8' }).trim();
}

const small = 'apiVersion: v1\nkind: ConfigMap\n';
const large = randomBytes(limits.bytes).toString('base64');
const exact = `#${'x'.repeat(limits.bytes - 1)}`;
const files = {
  ...{ 'tenants/a.yaml': small, 'tenants/exact.yaml': exact, 'tenants/usage.jsonl': large.slice(100) },
  ...{ 'tenants/evil/large.yaml': large, 'tenants/evil/large.bin': large.slice(200) },
};

/** A forge whose newest commit has large files. */
function forgeWith(name: string, settings: readonly (readonly [string, string])[]): string {
  const forge = join(folder, name);
  mkdirSync(forge);
  git(forge, 'init', '--quiet', '--initial-branch=main', '--template=');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(forge, path)), { recursive: true });
    writeFileSync(join(forge, path), text);
  }
  git(forge, 'add', '--all');
  git(forge, 'commit', '--quiet', '--message', 'add large files');
  for (const [key, value] of settings) git(forge, 'config', key, value);
  return forge;
}

async function cloneOf(forge: string, directory = 'tenants') {
  const url = `file://${forge}`;
  const remote = { url, branch: 'main', directory, username: undefined, token: undefined };
  const place = prepareClone({ ...remote, folder: `${forge}-clone` });
  const repository = openTenantRepository(place);
  const fetch = () => fetchBranch({ place, repository }, 'main');
  const hasBlob = (path: string) => {
    const [object] = repository.blobs(repository.head() ?? '', [path]);
    return git(place.root, 'cat-file', '--batch-all-objects', '--batch-check').includes(object ?? 'no object');
  };
  return { place, repository, fetch, hasBlob, isFiltered: await fetch() };
}

const filters = [['uploadpack.allowFilter', 'true']] as const;
const signature = { name: 'Ada', email: 'ada@corp.io' };

suite('a large file in a commit', (test) => {
  test('is not fetched, and readers report it', async () => {
    const { repository, hasBlob, isFiltered } = await cloneOf(forgeWith('filters', filters));
    assert.is(isFiltered, true);
    const present = Object.keys(files).filter(hasBlob);
    assert.equal(present, ['tenants/a.yaml', 'tenants/exact.yaml', 'tenants/usage.jsonl']);
    const head = repository.head() ?? '';
    const read = repository.filesAt(head).map((file) => [file.path, 'text' in file ? file.text : file.unreadable]);
    assert.equal(Object.fromEntries(read), {
      ...{ 'tenants/a.yaml': small, 'tenants/exact.yaml': exact, 'tenants/evil/large.yaml': 'too-large' },
    });
    assert.equal(repository.textOf(head, 'tenants/evil/large.yaml'), { isTooLarge: true });
    assert.is(repository.textOf(head, 'tenants/missing.yaml'), undefined);
    assert.is(hasBlob('tenants/evil/large.yaml'), false, 'no reader fetches it');
  });

  test('stays in a change of another file, which can be pushed', async () => {
    const forge = forgeWith('change', filters);
    const { repository } = await cloneOf(forge);
    const base = repository.head() ?? '';
    const authors = { author: signature, committer: signature, message: 'change', time: 1 };
    const commit = repository.write({ base, files: new Map([['tenants/evil/a.yaml', small]]), ...authors });
    assert.equal(repository.changedFiles(base, commit), ['tenants/evil/a.yaml']);
    await repository.remote(['push', 'origin', `${commit}:refs/heads/change`]);
    assert.is(git(forge, 'diff', '--name-only', 'main', 'change'), 'tenants/evil/a.yaml');
    assert.is(await repository.isAncestor(base, commit), true);
    assert.is(await repository.isAncestor(commit, base), false);
  });

  test('does not let git remove merged commits, which it could fetch again', async () => {
    const forge = forgeWith('merges', filters);
    const { place, repository, fetch } = await cloneOf(forge);
    for (const [key, value] of [
      ['gc.autoPackLimit', '1'],
      ['gc.autoDetach', 'false'],
      ['gc.pruneExpire', 'now'],
    ] as const)
      git(place.root, 'config', key, value);
    const base = repository.head() ?? '';
    const authors = { author: signature, committer: signature, message: 'change', time: 1 };
    const commit = repository.write({ base, files: new Map([['tenants/b.yaml', small.repeat(2)]]), ...authors });
    repository.keep('changes/1', commit);
    await repository.remote(['push', 'origin', `${commit}:refs/heads/change`]);
    for (const message of ['merge', 'later']) {
      git(forge, 'merge', '--quiet', '--no-ff', '--message', message, 'change');
      git(forge, 'commit', '--quiet', '--allow-empty', '--message', message);
      await fetch();
      repository.keep('changes/1', undefined);
    }
    assert.is(repository.commits(10, ['tenants/b.yaml']).length, 1);
    assert.equal(repository.textOf(repository.head() ?? '', 'tenants/b.yaml'), { text: small.repeat(2) });
  });

  test('is fetched from a forge without filters, and readers report it', async () => {
    const rejecting = [...filters, ['uploadpackfilter.allow', 'false']] as const;
    for (const [name, settings] of [['ignores', []] as const, ['rejects', rejecting] as const]) {
      const { repository, hasBlob, isFiltered } = await cloneOf(forgeWith(name, settings));
      assert.is(isFiltered, false, name);
      assert.is(hasBlob('tenants/evil/large.yaml'), true, name);
      assert.equal(repository.textOf(repository.head() ?? '', 'tenants/evil/large.yaml'), { isTooLarge: true });
    }
  });

  test('leaves nothing in the clone if its fetch fails', async () => {
    const forge = forgeWith('fails', filters);
    const { place, fetch } = await cloneOf(forge);
    const packs = join(place.environment.GIT_DIR, 'objects/pack');
    const leave = () => writeFileSync(join(packs, 'tmp_pack_a1B2c3'), 'PACK');
    leave();
    rmSync(forge, { recursive: true });
    assert.match(String(await fetch().catch(String)), 'does not appear to be a git repository');
    assert.equal(partialPacks(packs), []);
    leave();
    await cloneOf(forge).catch(() => {});
    assert.equal(partialPacks(packs), [], 'after a restart');
  });

  test('is an error of the bill if it contains the recorded usage, and is not fetched', async () => {
    const { place, hasBlob } = await cloneOf(forgeWith('usage', filters), 'elsewhere');
    const reader = openReader({ place: { ...place, directory: 'tenants' }, summaryPath: undefined, secret: '' });
    assert.throws(reader.usage, (error: ApiError) => error.problem.status === 503);
    assert.is(hasBlob('tenants/usage.jsonl'), false);
  });
});

function partialPacks(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith('tmp_'));
}
