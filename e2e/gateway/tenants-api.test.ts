import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { connect } from '../../cluster/client.ts';
import { startGateway } from '../../gateway/start.ts';
import { suite } from '../../test/harness.ts';
import { sharedControlPlane } from '../control-plane.ts';
import { member } from '../credentials.ts';
import { eventually, freePorts } from '../daemon.ts';
import { startProxy } from '../retention/proxy.ts';
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
const proxy = await startProxy(plane, () => 'pass');
const path = '/api/v1/namespaces/multi-tenant-operator/services/tenant-operator-api:8080/proxy/api/v1/tenants';

suite('kubectl tenant list', (test) => {
  test('gets the tenants of the user of the token, through the API server', async () => {
    const gateway = await startGateway({
      config: {
        listen: { host: '0.0.0.0', port },
        publicUrl: `http://127.0.0.1:${port}`,
        repository: { url: repository() },
        oidc: { issuer: 'https://id.example.com', clientId: 'leasehold' },
        tenantsApi: { port: tenantsPort },
      },
      secrets: { oidc: undefined, git: undefined },
      cluster: clientOf(plane.token),
      file: () => undefined,
      log: assert.unreachable,
    });
    await publish();
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
    await gateway.close();
    proxy.stop();
  });
});

function clientOf(token: string) {
  return connect({ server: `https://127.0.0.1:${proxy.port}`, ca: proxy.ca, token: () => token, now: Date.now });
}

function repository(): string {
  const folder = temporaryFolder('leasehold-tenants-');
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  mkdirSync(join(folder, 'tenants'));
  writeFileSync(join(folder, 'tenants/team.yaml'), tenants);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=start');
  return folder;
}

/**
 * The Service of MTO, with an address outside of the cluster. The API server connects only to addresses of pods, and to no loopback
 * address.
 */
async function publish(): Promise<void> {
  const [namespace, name, group] = ['multi-tenant-operator', 'tenant-operator-api', 'rbac.authorization.k8s.io'];
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const ip = addresses.find((one) => one.family === 'IPv4' && !one.internal)?.address ?? '';
  const metadata = { name, namespace };
  const rule = { apiGroups: [''], resources: ['services/proxy'], resourceNames: [`${name}:8080`], verbs: ['create'] };
  const subjects = [{ apiGroup: group, kind: 'Group', name: 'system:authenticated' }];
  const roleRef = { apiGroup: group, kind: 'Role', name };
  const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
  const restricted = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
  const containers = [{ name: 'gateway', image: 'leasehold', securityContext: restricted }];
  const pod = { nodeName: 'outside', automountServiceAccountToken: false, securityContext, containers };
  const port = { name: 'main', port: 8080, targetPort: tenantsPort };
  const endpoint = { ip, targetRef: { kind: 'Pod', namespace, name } };
  const subsets = [{ addresses: [endpoint], ports: [{ name: 'main', port: tenantsPort }] }];
  for (const object of [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [port] } },
    { apiVersion: 'v1', kind: 'Pod', metadata, spec: pod },
    { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets },
    { apiVersion: `${group}/v1`, kind: 'Role', metadata, rules: [rule] },
    { apiVersion: `${group}/v1`, kind: 'RoleBinding', metadata, subjects, roleRef },
  ]) {
    const { status, stderr } = plane.kubectl(['apply', '-f', '-'], JSON.stringify(object));
    assert.is(status, 0, stderr);
  }
  const body = { status: { podIP: ip, podIPs: [{ ip }] } };
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
  await plane.api.request('PATCH', path, { body, contentType: 'application/merge-patch+json' });
}
