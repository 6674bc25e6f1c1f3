import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { startIdentityProvider } from '../../test/gateway/identity-provider.ts';
import { suite } from '../../test/harness.ts';
import { eventually, freePorts, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { podOf, renderPlatform } from './rendered-pod.ts';

const name = 'tenant-operator-gateway';
const publicUrl = 'https://mto.example.com';
const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');
const secrets = { [name]: { 'git-token': 't1', 'oidc-client-secret': 's1' } };

suite('the rendered gateway', (test) => {
  test('starts, redirects logins to the issuer, and starts again on its volume', async () => {
    const provider = await startIdentityProvider(`${publicUrl}/auth/callback`);
    const [port = 0] = await freePorts(1);
    const here = {
      'https://id.example.com': provider.issuer,
      'https://git.example.com/tenants.git': repository(),
      'port: 8080': `port: ${port}`,
    };
    const pod = await podOf(name, { objects: renderPlatform('gateway.yaml'), secrets, here });
    const base = `http://127.0.0.1:${port}`;
    for (const start of ['first', 'second']) {
      const gateway = startDaemon(`platform-gateway-${start}`, process.execPath, [program, ...pod.args], pod.env);
      await eventually('the gateway is ready', async () => (await answer(`${base}/readyz`))?.ok || undefined);
      assert.is((await answer(`${base}/healthz`))?.status, 200);
      await assertRedirect(base, provider.issuer);
      await gateway.stop();
    }
    await provider.close();
  });
});

/**
 * Opens the link of the login, and checks its redirect. The login responds only to requests with the host name of the gateway,
 * which `fetch` cannot set.
 */
async function assertRedirect(base: string, issuer: string): Promise<void> {
  const { host } = new URL(publicUrl);
  const args = ['--silent', '--header', `Host: ${host}`, '--write-out', '%{redirect_url}', `${base}/auth/login`];
  const { stdout } = await promisify(execFile)('curl', args);
  const target = new URL(stdout);
  assert.is(target.origin, issuer);
  assert.is(target.searchParams.get('client_id'), 'leasehold');
  assert.is(target.searchParams.get('redirect_uri'), `${publicUrl}/auth/callback`);
}

async function answer(url: string): Promise<Response | undefined> {
  return fetch(url).catch(() => undefined);
}

/** A repository with a Platform and without tenants. */
function repository(): string {
  const folder = temporaryFolder('leasehold-tenants-');
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  mkdirSync(join(folder, 'tenants'));
  writeFileSync(
    join(folder, 'tenants/platform.yaml'),
    'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {}\n',
  );
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=start');
  return folder;
}
