import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Config } from '../../build/gateway-contract.ts';
import { openForge } from '../../gateway/changes/open-forge.ts';
import type { ChangeRecord } from '../../gateway/changes/record.ts';
import { fetchBranch, prepareClone } from '../../gateway/world/clone.ts';
import { openTenantRepository, type TenantRepository } from '../../gateway/world/repository.ts';
import { suite } from '../harness.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}

interface Given {
  readonly repository: TenantRepository;
  readonly remote: string;
  readonly sent: readonly Sent[];
  readonly apiUrl: string;
  /** The options of the last push. */
  readonly pushOptions: () => readonly string[];
}

type Reply = (request: Sent) => object | undefined;

/** A remote repository that accepts push options, and a server that replaces the forge's API. */
async function withForge(reply: Reply, use: (given: Given) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-forge-'));
  const remote = join(folder, 'remote.git');
  const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' });
  git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  git('-C', remote, 'config', 'receive.advertisePushOptions', 'true');
  const options = join(folder, 'options');
  const loop = `for i in $(seq 0 $((GIT_PUSH_OPTION_COUNT - 1))); do printenv "GIT_PUSH_OPTION_$i"; done`;
  const hook = `#!/bin/sh\n[ -z "$GIT_PUSH_OPTION_COUNT" ] || ${loop} > ${options}\n`;
  writeFileSync(join(remote, 'hooks/pre-receive'), hook, { mode: 0o755 });
  seed(folder, remote);
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) };
    sent.push(one);
    const answer = reply(one);
    response.writeHead(answer ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { url: remote, branch: 'main', directory: 'tenants', username: undefined, token: undefined };
  const clone = prepareClone({ ...place, folder: join(folder, 'clone') });
  const repository = openTenantRepository(clone);
  await fetchBranch({ repository, place: clone }, 'main');
  const pushOptions = () => readFileSync(options, 'utf8').trim().split('\n');
  try {
    await use({ repository, remote, sent, apiUrl, pushOptions });
  } finally {
    await new Promise((done) => server.close(done));
    rmSync(folder, { recursive: true });
  }
}

function seed(folder: string, remote: string): void {
  const work = join(folder, 'work');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@corp.io'];
  execFileSync('git', ['clone', '--quiet', remote, work], { stdio: 'ignore' });
  execFileSync('git', ['-C', work, ...identity, 'commit', '--quiet', '--allow-empty', '--message', 'first']);
  execFileSync('git', ['-C', work, 'push', '--quiet', 'origin', 'HEAD:main'], { stdio: 'ignore' });
}

function configOf(forge: Config['forge']): Config {
  const oidc = { issuer: 'https://id.example.com', clientId: 'a' };
  return { publicUrl: 'https://a.example.com', repository: { url: 'x' }, oidc, ...(forge ? { forge } : {}) };
}

const title = 'Add "auditors"; $(touch /tmp/x) `id`';
const description = 'Two\nlines\n /merge';

function commitIn(repository: TenantRepository) {
  const person = { name: 'Olga <evil>', email: 'olga@corp.io' };
  const files = new Map([['tenants/a.yaml', 'a: 1\n']]);
  const base = repository.head() ?? '';
  const commit = repository.write({ base, files, message: 'x', author: person, committer: person, time: 1 });
  return { id: 'abc', commit, title, description };
}

suite('for changes on forges,', (test) => {
  test('GitLab opens a merge request for a push, once', async () => {
    const opened = { iid: 7, web_url: 'https://git.example.com/7' };
    let searches = 0;
    const reply: Reply = ({ method, path }) => {
      if (method === 'PUT') return {};
      if (path.includes('source_branch')) searches += 1;
      return path.includes('source_branch')
        ? searches > 1
          ? [opened]
          : []
        : { ...opened, state: 'merged', merge_commit_sha: 'f'.repeat(40), head_pipeline: { status: 'success' } };
    };
    await withForge(reply, async ({ repository, remote, sent, apiUrl, pushOptions }) => {
      const forge = openForge(configOf({ kind: 'gitlab', apiUrl, project: 'corp/tenants' }), 'secret', repository);
      const change = commitIn(repository);
      await forge.open(change);
      assert.equal(await forge.open(change), { number: 7, url: 'https://git.example.com/7' });
      assert.equal(pushOptions(), [
        'merge_request.create',
        'merge_request.target=main',
        `merge_request.title=${title}`,
        'merge_request.description=Proposed with leasehold',
        'merge_request.remove_source_branch',
      ]);
      const branch = execFileSync('git', ['-C', remote, 'rev-parse', 'leasehold/abc'], { encoding: 'utf8' }).trim();
      assert.is(branch, change.commit);
      assert.match(sent[0]?.path ?? '', '/projects/corp%2Ftenants/merge_requests?source_branch=leasehold%2Fabc');
      assert.is(sent[0]?.headers['private-token'], 'secret');
      const described = sent.find(({ method }) => method === 'PUT')?.body;
      assert.equal(described, { description });
      const record = { pull: { number: 7, url: undefined } } as ChangeRecord;
      assert.equal(await forge.stateOf(record), { state: 'merged', checks: 'passed', mergeCommit: 'f'.repeat(40) });
    });
  });

  test('GitHub gets a branch and a pull request, once', async () => {
    let opened: { readonly number: number; readonly html_url: string } | undefined;
    const reply: Reply = ({ method, path }) => {
      if (path.includes('/check-runs'))
        return { total_count: 1, check_runs: [{ status: 'completed', conclusion: 'failure' }] };
      if (method === 'POST') opened = { number: 9, html_url: 'https://github.com/corp/tenants/pull/9' };
      if (method === 'GET' && path.includes('/pulls?')) return opened ? [opened] : [];
      return {
        ...opened,
        state: 'open',
        merged: false,
        head: { sha: 'e'.repeat(40) },
        merge_commit_sha: 'd'.repeat(40),
      };
    };
    await withForge(reply, async ({ repository, remote, sent, apiUrl }) => {
      const forge = openForge(configOf({ kind: 'github', apiUrl, project: 'corp/tenants' }), 'secret', repository);
      const change = commitIn(repository);
      const first = await forge.open(change);
      assert.equal([first, await forge.open(change)], [first, first]);
      const posted = sent.filter(({ method }) => method === 'POST');
      assert.equal(
        posted.map(({ body }) => body),
        [{ title, body: description, head: 'leasehold/abc', base: 'main' }],
      );
      const branch = execFileSync('git', ['-C', remote, 'rev-parse', 'leasehold/abc'], { encoding: 'utf8' }).trim();
      assert.is(branch, change.commit);
      const record = { ...change, pull: first } as unknown as ChangeRecord;
      assert.equal(await forge.stateOf(record), { state: 'open', checks: 'failed', mergeCommit: undefined });
    });
  });

  test('a forge that returns 503 or refuses the connection is reported as unavailable, without credentials', () =>
    withForge(
      () => undefined,
      async ({ repository, apiUrl }) => {
        const forge = openForge(configOf({ kind: 'gitlab', apiUrl, project: 'corp/tenants' }), 'secret', repository);
        const error = await forge.open(commitIn(repository)).catch((failure) => failure);
        assert.is(error.why, 'unavailable');
        assert.not.match(error.message, /secret/);
        const gone = openForge(
          configOf({ kind: 'gitea', apiUrl: 'http://127.0.0.1:1', project: 'a/b' }),
          'secret',
          repository,
        );
        const unreachable = await gone.open(commitIn(repository)).catch((failure) => failure);
        assert.is(unreachable.why, 'unavailable');
        assert.not.match(unreachable.message, /secret/);
      },
    ));

  test('without a forge, nothing can be opened', () =>
    withForge(
      () => undefined,
      async ({ repository }) => {
        const forge = openForge(configOf(undefined), '', repository);
        assert.is(forge.kind, 'none');
        assert.is((await forge.open(commitIn(repository)).catch((failure) => failure)).why, 'rejected');
      },
    ));
});
