import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import { clusterOf, complaints } from '../cluster.ts';
import { sharedControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { newAuthority } from './authority.ts';
import { names, startOpenCostPod } from './programs.ts';
import { podOf, renderPlatform } from './rendered-pod.ts';

const run = promisify(execFile);
const authority = newAuthority('corp');
const objects = [...renderPlatform('trust.yaml'), authority.configMap];
const secrets = {
  'tenant-operator-gateway': { 'git-token': 't', 'oidc-client-secret': 's' },
  'tenant-operator-gateway-database': { 'database-password': 'p', 'costs-password': 'p', 'session-secret': 's' },
  'tenant-operator-postgresql': { password: 'p' },
};

suite('the certificate authority of a company', (test) => {
  test('is trusted by Node.js and git with the rendered variables and files, and only then', async () => {
    const server = createServer(authority.certificate(), (_, answer) => void answer.writeHead(404).end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}`;
    const gateway = await podOf('tenant-operator-gateway', { objects, secrets });
    const job = await podOf('tenant-operator-usage-cronjob', { objects, secrets });
    for (const { env } of [gateway, job]) {
      assert.ok(await fetches(url, env));
      assert.not(await fetches(url, {}));
    }
    assert.match(await gitError(url, gateway.env), 'not found');
    assert.match(await gitError(url, {}), 'certificate');
    server.close();
  });

  test('is trusted by OpenCost with the rendered variables and files, and only then', async () => {
    const plane = await sharedControlPlane('api-only');
    const cluster = clusterOf(plane.api);
    await prepare(cluster, objects);
    assert.equal(complaints(await cluster.apply(objects, { force: true })), []);
    const { url, requests, close } = await startHttps();
    const here = { [`http://${names.prometheus}:9090`]: url };
    const trusting = await startOpenCostPod(plane, objects, here);
    await eventually('OpenCost sends a query', async () => (requests() > 0 ? true : undefined), 60);
    await trusting.daemon.stop();
    const before = requests();
    const other = await startOpenCostPod(plane, withoutTrust(objects), here);
    await eventually('OpenCost rejects the certificate', async () => isRejected(other.daemon.log), 60);
    await other.daemon.stop();
    assert.is(requests(), before);
    close();
  });
});

/** A server with a certificate of the authority, in place of Prometheus. */
async function startHttps() {
  let count = 0;
  const server = createServer(authority.certificate(), (_, answer) => {
    count++;
    answer.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [] } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, requests: () => count, close: () => server.close() };
}

function withoutTrust(all: readonly KubeObject[]): readonly KubeObject[] {
  return JSON.parse(JSON.stringify(all).replaceAll('"SSL_CERT_FILE"', '"UNUSED"')) as readonly KubeObject[];
}

async function isRejected(log: string): Promise<true | undefined> {
  return (await readFile(log, 'utf8')).includes('x509: certificate signed by unknown authority') ? true : undefined;
}

/** Whether Node.js gets an answer. */
async function fetches(url: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  const program = `fetch(${JSON.stringify(url)}).then(({ status }) => process.exit(status === 404 ? 0 : 1))`;
  const child = run(process.execPath, ['-e', program], { env: { PATH: process.env['PATH'], ...env } });
  return child.then(
    () => true,
    () => false,
  );
}

async function gitError(url: string, env: Readonly<Record<string, string>>): Promise<string> {
  const own = { PATH: process.env['PATH'], ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
  const child = run('git', ['ls-remote', `${url}/tenants.git`], { env: own });
  return child.then(
    () => '',
    (error: { readonly stderr: string }) => error.stderr,
  );
}
