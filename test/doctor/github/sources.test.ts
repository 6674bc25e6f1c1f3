import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as assert from 'uvu/assert';
import { exportFile } from '../../../cli/doctor-sources.ts';
import { readGitHubEnvironment } from '../../../cli/environment.ts';
import { openReader } from '../../../io/github-reader.ts';
import { runOn } from '../../cli/fake-ports.ts';
import { program } from '../../cli/sandbox.ts';
import { suite } from '../../harness.ts';
import { examine, reportOf, withoutFindings, workstationOf } from './repository.ts';

const { trees, texts } = workstationOf(withoutFindings);
const offline = { trees, texts };

/** The files that `gh api` writes. */
function exported(answers: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(answers);
  return Object.fromEntries(entries.map(([path, body]) => [`export/${exportFile(path)}`, JSON.stringify(body)]));
}

const asExport = async (answers: Readonly<Record<string, unknown>>) => {
  const machine = { trees: { ...trees, export: [] }, texts: { ...texts, ...exported(answers) } };
  return reportOf(await runOn(machine, 'doctor', 'github', '--export', 'export', '-o', 'json'));
};

suite('for the sources of leasehold doctor github,', (test) => {
  test('the report for an export equals the report for the API', async () => {
    const report = await asExport(withoutFindings.answers);
    assert.equal(report, await examine(withoutFindings));
    assert.equal([report.findings, report.unexamined], [[], []]);
    assert.ok(report.examined.includes('branch rendered'));
  });

  test('a missing file of an export is not examined, and the report contains the command that writes it', async () => {
    const { 'branches/main/protection': _, ...answers } = withoutFindings.answers;
    const { findings, unexamined } = await asExport(answers);
    assert.equal(findings, []);
    const command = 'gh api repos/{owner}/{repo}/branches/main/protection > export/branches.main.protection.json';
    for (const { why } of unexamined) assert.ok(why.includes(command), why);
    assert.is(unexamined.length, 7);
  });

  test('an error response in an export is not examined, unless it states that a branch is not protected', async () => {
    const failure = { message: 'Not Found', documentation_url: 'https://docs.github.com', status: '404' };
    const { findings, unexamined } = await asExport({
      ...withoutFindings.answers,
      'branches/main/protection': failure,
    });
    assert.equal([findings.length, unexamined.length], [0, 7]);
    const none = { ...failure, message: 'Branch not protected' };
    assert.is((await asExport({ ...withoutFindings.answers, 'branches/main/protection': none })).findings.length, 7);
  });

  test('without a token and an export, only the files are examined', async () => {
    const { code, stdout } = await runOn(offline, 'doctor', 'github');
    assert.is(code, 0);
    assert.is(
      stdout,
      'not examined: branch protection, rulesets, required checks and settings of GitHub: no token in GH_TOKEN or GITHUB_TOKEN, and no --export\n4 objects examined, 1 not: no findings in what was examined\n',
    );
    assert.is((await runOn(offline, 'doctor', 'github', '--strict')).code, 1);
  });

  test('the repository is the remote origin if its host is the host of the token', async () => {
    const asked: string[] = [];
    const read = async (path: string) => {
      asked.push(path);
      return { status: 401, body: { message: 'Bad credentials' } };
    };
    const ask = (url: string, host: string) => {
      const config = `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs\n`;
      const machine = { trees, texts: { ...texts, '.git/config': config }, github: { host, read } };
      return runOn(machine, 'doctor', 'github');
    };
    for (const url of [
      'https://github.com/acme/tenants.git',
      'git@github.com:acme/tenants.git',
      'ssh://git@github.com:22/acme/tenants',
    ])
      assert.match((await ask(url, 'github.com')).stdout, '401 Bad credentials', url);
    assert.equal(asked, ['repos/acme/tenants', 'repos/acme/tenants', 'repos/acme/tenants']);
    const elsewhere = await ask('https://git.example.com/acme/tenants.git', 'github.com');
    assert.match(elsewhere.stdout, 'no remote origin on github.com: pass --repository OWNER/NAME');
    assert.is(asked.length, 3);
  });

  test('usage errors name the wrong argument or option', async () => {
    for (const [argv, message] of [
      [['github', 'nowhere'], 'the directory nowhere does not exist'],
      [['github', '--export', 'nowhere'], 'the directory nowhere does not exist'],
      [['github', '--repository', 'acme'], '--repository is acme; it must have the form OWNER/NAME'],
      [['argocd', '--export', 'x'], 'doctor argocd does not take the option --export'],
      [['flux'], 'doctor cannot examine flux; it examines argocd and github'],
    ] as const) {
      const { code, stderr } = await runOn(offline, 'doctor', ...argv);
      assert.is(code, 2);
      assert.ok(stderr.includes(message), stderr);
    }
  });

  test('the environment selects the server and the token as it does for gh', () => {
    const cloud = readGitHubEnvironment({ GITHUB_TOKEN: 'b', GH_TOKEN: 'a' });
    assert.equal([cloud.apiUrl, cloud.token, cloud.repository], ['https://api.github.com', 'a', undefined]);
    const own = readGitHubEnvironment({ GH_HOST: 'git.example.com', GH_ENTERPRISE_TOKEN: 'e', GH_TOKEN: 'a' });
    assert.equal([own.apiUrl, own.token, own.host], ['https://git.example.com/api/v3', 'e', 'git.example.com']);
    assert.is(readGitHubEnvironment({ GH_HOST: 'acme.ghe.com' }).apiUrl, 'https://api.acme.ghe.com');
    const runner = readGitHubEnvironment({
      GITHUB_API_URL: 'https://x/api/v3',
      GITHUB_SERVER_URL: 'https://x',
      GITHUB_TOKEN: 't',
    });
    assert.equal([runner.apiUrl, runner.host, runner.token], ['https://x/api/v3', 'x', 't']);
  });

  test('the client sends the token to its server, and reads error responses', async () => {
    const { apiUrl, seen, close } = await startServer();
    const read = openReader({ apiUrl, token: 'secret', userAgent: 'test' });
    assert.equal(await read('repos/acme/tenants'), { status: 200, body: { full_name: 'acme/tenants' } });
    assert.equal(await read('repos/acme/other'), { status: 404, body: { message: 'Not Found' } });
    close();
    assert.is(seen[0], '/api/v3/repos/acme/tenants?per_page=100 token secret');
  });

  test('the built program sends requests to the server', async () => {
    const { apiUrl, seen, close } = await startServer();
    const env = {
      PATH: process.env['PATH'],
      GITHUB_API_URL: apiUrl,
      GH_TOKEN: 'secret',
      GITHUB_REPOSITORY: 'acme/tenants',
    };
    const child = spawn(process.execPath, [program, 'doctor', 'github', 'docs'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = await text(child.stdout);
    close();
    assert.match(
      output,
      /^not examined: branch main: .*, branch main: Require review from Code Owners, .*: 404 Not Found/m,
    );
    assert.ok(seen.length > 5);
  });
});

/** A GitHub Enterprise Server with one repository, without branch information. */
async function startServer() {
  const seen: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    seen.push(`${url} ${headers.authorization}`);
    const isKnown = url?.startsWith('/api/v3/repos/acme/tenants?') ?? false;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(isKnown ? { full_name: 'acme/tenants' } : { message: 'Not Found' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
  return { apiUrl, seen, close: () => void server.close() };
}
