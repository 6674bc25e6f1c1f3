import * as assert from 'uvu/assert';
import { isMapping, type Path } from '../data/tree.ts';
import { podSecurityViolations } from '../kubernetes/pod-security/pod-security.ts';
import { suite } from './harness.ts';

/** A pod that the level `restricted` allows. */
const strict = {
  spec: {
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    initContainers: [container('first')],
    containers: [container('main')],
  },
};

function container(name: string) {
  return { name, securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } };
}

type Change = readonly [path: Path, value: unknown];
const ofPod = (field: string, value: unknown): Change => [['spec', 'securityContext', field], value];
const ofContainer = (field: string, value: unknown): Change => [
  ['spec', 'initContainers', 0, 'securityContext', field],
  value,
];

/** Changes that both levels forbid (baseline), that only `restricted` forbids, and similar changes that both allow. */
const changes: Readonly<Record<'baseline' | 'restricted' | 'allowed', readonly Change[]>> = {
  baseline: [
    [['spec', 'hostNetwork'], true],
    [['spec', 'hostPID'], true],
    [['spec', 'hostIPC'], true],
    [['spec', 'volumes'], [{ name: 'v', hostPath: { path: '/' } }]],
    [['spec', 'containers', 0, 'ports'], [{ hostPort: 80 }]],
    [['spec', 'containers', 0, 'livenessProbe'], { httpGet: { host: '10.0.0.1' } }],
    [['spec', 'containers', 0, 'lifecycle'], { preStop: { tcpSocket: { host: '10.0.0.1' } } }],
    [['metadata'], { annotations: { 'container.apparmor.security.beta.kubernetes.io/main': 'unconfined' } }],
    ofPod('appArmorProfile', { type: 'Unconfined' }),
    ofPod('seccompProfile', { type: 'Unconfined' }),
    ofPod('seLinuxOptions', { type: 'spc_t' }),
    ofPod('seLinuxOptions', { user: 'system_u' }),
    ofPod('sysctls', [{ name: 'kernel.msgmax' }]),
    ofPod('windowsOptions', { hostProcess: true }),
    ofContainer('privileged', true),
    ofContainer('procMount', 'Unmasked'),
    ofContainer('capabilities', { add: ['SYS_ADMIN'], drop: ['ALL'] }),
    ofContainer('capabilities', { add: ['net_bind_service'], drop: ['ALL'] }),
    ofContainer('seLinuxOptions', { role: 'sysadm_r' }),
    [['spec', 'ephemeralContainers'], [{ ...container('debug'), securityContext: { privileged: true } }]],
  ],
  restricted: [
    [['spec', 'securityContext'], null],
    [['spec', 'volumes'], [{ name: 'v', nfs: { server: 's', path: '/' } }]],
    [['spec', 'volumes'], [{ name: 'v', someNewType: {} }]],
    ofPod('runAsNonRoot', false),
    ofPod('runAsUser', 0),
    ofPod('seccompProfile', null),
    ofContainer('runAsNonRoot', false),
    ofContainer('runAsUser', 0),
    ofContainer('allowPrivilegeEscalation', null),
    ofContainer('allowPrivilegeEscalation', true),
    ofContainer('capabilities', { drop: ['NET_RAW'] }),
    ofContainer('capabilities', { add: ['CHOWN'], drop: ['ALL'] }),
    [['spec', 'ephemeralContainers'], [{ name: 'debug' }]],
  ],
  allowed: [
    [['spec', 'hostNetwork'], false],
    [['spec', 'containers', 0, 'ports'], [{ hostPort: 0, containerPort: 80 }]],
    [['spec', 'volumes'], [{ name: 'v', secret: { secretName: 's' } }]],
    [['spec', 'volumes'], [{ name: 'v', hostPath: null, emptyDir: {} }]],
    [['metadata'], { annotations: { 'container.apparmor.security.beta.kubernetes.io/main': 'runtime/default' } }],
    ofPod('runAsUser', 1000),
    ofPod('seLinuxOptions', { type: 'container_t', level: 's0:c1' }),
    ofPod('sysctls', [{ name: 'net.ipv4.tcp_syncookies' }]),
    ofContainer('capabilities', { add: ['NET_BIND_SERVICE'], drop: ['ALL'] }),
    ofContainer('seccompProfile', { type: 'Localhost' }),
    ofContainer('procMount', 'Default'),
  ],
};

function changed([path, value]: Change): Readonly<Record<string, unknown>> {
  const pod = structuredClone(strict) as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((node: unknown, step) => (node as Record<string, unknown>)[step], pod);
  (parent as Record<string, unknown>)[String(path.at(-1))] = value;
  return pod;
}

suite('in Pod Security,', (test) => {
  test('a restricted pod violates no level', () => {
    assert.equal(podSecurityViolations(strict, 'restricted'), []);
  });

  for (const [level, list] of Object.entries(changes))
    for (const change of list)
      test(`${level}: ${JSON.stringify(change)}`, () => {
        const pod = changed(change);
        assert.is(podSecurityViolations(pod, 'baseline').length > 0, level === 'baseline');
        assert.is(podSecurityViolations(pod, 'restricted').length > 0, level !== 'allowed');
      });

  test('Windows pods need no Linux fields, and pods in a user namespace can run as root', () => {
    const bare = { containers: [{ name: 'main' }], securityContext: { runAsNonRoot: true } };
    assert.ok(podSecurityViolations({ spec: bare }, 'restricted').length > 0);
    assert.equal(podSecurityViolations({ spec: { ...bare, os: { name: 'windows' } } }, 'restricted'), []);
    const rootless = changed([['spec', 'securityContext', 'runAsNonRoot'], null]);
    const spec = { ...(isMapping(rootless['spec']) ? rootless['spec'] : {}), hostUsers: false };
    assert.ok(podSecurityViolations(rootless, 'restricted').length > 0);
    assert.equal(podSecurityViolations({ spec }, 'restricted'), []);
  });

  test('an error has the path of the field, and a value that the level allows', () => {
    const [violation] = podSecurityViolations(changed(ofContainer('allowPrivilegeEscalation', true)), 'restricted');
    const path = ['spec', 'initContainers', 0, 'securityContext', 'allowPrivilegeEscalation'];
    assert.equal(violation, { path, value: true, expected: 'false' });
  });
});
