import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import * as assert from 'uvu/assert';
import { connect } from '../../cluster/client.ts';
import { accountFolder, inCluster } from '../../cluster/in-cluster.ts';
import { textAt } from '../../data/tree.ts';
import { readConfig } from '../../gateway/config.ts';
import { startGateway } from '../../gateway/start.ts';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import { clusterOf, complaints } from '../cluster.ts';
import { sharedControlPlane } from '../control-plane.ts';
import { member } from '../credentials.ts';
import { eventually, freePorts } from '../daemon.ts';
import { namespace, podOf, renderPlatform } from '../platform/rendered-pod.ts';
import { temporaryFolder } from '../temporary.ts';

const tenants = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: gw-team }
spec:
  quota: gw-small
  accessControl: { viewers: { groups: [${member.group}] } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: gw-small }
spec: { resourcequota: { hard: { pods: "10" } } }
`;
const plane = await sharedControlPlane('api-only');
const [port = 0, tenantsPort = 0] = await freePorts(2);
const host = { host: '127.0.0.1', port: new URL(plane.server).port };
const [account, service] = ['tenant-operator-gateway', 'tenant-operator-api'];
const path = `/api/v1/namespaces/${namespace}/services/${service}:8080/proxy/api/v1/tenants`;

suite('the API for `kubectl tenant list` of the rendered gateway', (test) => {
  test("lists the tenants of the token's user through the API server, and limits requests", async () => {
    const gateway = await startRendered();
    const list = (token: string, body: object) => clientOf(token).post(path, body);
    const found = await eventually('the API server reaches the service', async () => {
      const answer = await list('member-token', { token: 'member-token' });
      return answer.ok ? answer : undefined;
    });
    assert.equal(found.body, { tenants: [{ name: 'gw-team', role: 'viewer' }] });
    assert.equal(await list('admin-token', { token: 'admin-token' }), { ok: true, status: 200, body: { tenants: [] } });
    assert.is((await list('member-token', { token: 'forged' })).status, 401);
    assert.is((await list('member-token', {})).status, 401);
    assert.is((await clientOf('member-token').post(path.replace(/tenants$/, 'changes'), {})).status, 404);
    await limitsRequests();
    await gateway.close();
  });
});

/** The API server appends the address of its client, so a forged header does not help. */
async function limitsRequests(): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: authority() } });
  const send = async (index: number) => {
    const headers = { authorization: `Bearer ${plane.token}`, 'x-forwarded-for': `192.0.2.${index}` };
    const { statusCode, body } = await request(plane.server + path, {
      method: 'POST',
      dispatcher,
      headers,
      body: '{}',
    });
    await body.dump();
    return statusCode;
  };
  const statuses = await Promise.all(Array.from({ length: 150 }, (_, index) => send(index)));
  assert.equal([...new Set(statuses)].toSorted(), [401, 429]);
  await dispatcher.close();
}

/** The gateway with the rendered configuration and the rights of the rendered account. */
async function startRendered() {
  const objects = renderPlatform('tenants-api.yaml');
  const cluster = clusterOf(plane.api);
  await prepare(cluster, objects);
  assert.equal(complaints(await cluster.apply(objects, { force: true })), []);
  const here = {
    'port: 8080': `port: ${port}`,
    'port: 8081': `port: ${tenantsPort}`,
    'https://git.example.com/tenants.git': repository(),
    '/var/lib/leasehold': temporaryFolder('leasehold-state-'),
  };
  const secrets = { [account]: { 'git-token': 't', 'oidc-client-secret': 's' } };
  const pod = await podOf(account, { objects, secrets, here, plane });
  const read = readConfig(readFileSync(join(pod.folder('/etc/leasehold'), 'gateway.yaml'), 'utf8'));
  if (!read.ok) throw new Error(read.message);
  await publish();
  return startGateway({
    config: read.config,
    secrets: { oidc: undefined, git: undefined },
    cluster: connect(inCluster(host, pod.folder(accountFolder), Date.now)),
    file: () => undefined,
    log: assert.unreachable,
  });
}

function clientOf(token: string) {
  return connect({ server: plane.server, ca: authority(), token: () => token, now: Date.now });
}

function authority(): string {
  const config: unknown = JSON.parse(readFileSync(plane.kubeconfig, 'utf8'));
  return readFileSync(textAt(config, 'clusters', 0, 'cluster', 'certificate-authority'), 'utf8');
}

function repository(): string {
  const folder = temporaryFolder('leasehold-tenants-');
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  mkdirSync(join(folder, 'tenants'));
  writeFileSync(join(folder, 'tenants/team.yaml'), tenants);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'uploadpack.allowFilter', 'true');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=start');
  return folder;
}

/**
 * Sets this machine as the endpoint of the rendered Service, as controllers do in a cluster. The API server connects only to
 * addresses of pods, and never to a loopback address.
 */
async function publish(): Promise<void> {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const ip = addresses.find((one) => one.family === 'IPv4' && !one.internal)?.address ?? '';
  const metadata = { name: service, namespace };
  const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
  const restricted = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
  const containers = [{ name: 'gateway', image: 'leasehold', securityContext: restricted }];
  const pod = { nodeName: 'outside', automountServiceAccountToken: false, securityContext, containers };
  const endpoint = { ip, targetRef: { kind: 'Pod', namespace, name: service } };
  const subsets = [{ addresses: [endpoint], ports: [{ name: 'api', port: tenantsPort }] }];
  for (const object of [
    { apiVersion: 'v1', kind: 'Pod', metadata, spec: pod },
    { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets },
  ]) {
    const { status, stderr } = plane.kubectl(['apply', '-f', '-'], JSON.stringify(object));
    assert.is(status, 0, stderr);
  }
  const body = { status: { podIP: ip, podIPs: [{ ip }] } };
  const place = `/api/v1/namespaces/${namespace}/pods/${service}/status`;
  await plane.api.request('PATCH', place, { body, contentType: 'application/merge-patch+json' });
}
