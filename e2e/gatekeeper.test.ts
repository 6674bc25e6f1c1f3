import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { render } from '../leasehold.ts';
import { suite } from '../test/harness.ts';
import { caseFiles } from '../test/kind-cases.ts';
import { builtTool } from './tools/paths.ts';

const { objects } = render(caseFiles('kleff-tenant', 'shares only templates between tenants with gatekeeper'));
const policies = objects.filter(({ id }) => id.group.endsWith('gatekeeper.sh'));
const manifest = policies.map(({ text }) => text).join('---\n');

type Container = Readonly<Record<string, unknown>>;

const fine: Container = {
  name: 'app',
  image: 'kleff.azurecr.io/app:1.0.0',
  securityContext: { allowPrivilegeEscalation: false },
};

suite('under the rendered policies of Gatekeeper,', (test) => {
  test('a pod with images from an allowed repository and the sidecar of the mesh is allowed', () => {
    const sidecar = { ...fine, name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.29.0' };
    const init = { name: 'istio-init', image: 'docker.io/istio/proxyv2:1.29.0' };
    const short = { ...fine, name: 'short', image: 'istio/pilot:1.29.0' };
    assert.equal(broken({ containers: [fine, sidecar, short], initContainers: [init] }), []);
  });

  test('an image from any other repository is rejected, in every list of containers', () => {
    const other = { ...fine, name: 'other' };
    const foreign = [
      'nginx',
      'library/nginx',
      'docker.io/library/nginx:1',
      'kleff.azurecr.io.evil.example/app',
      'evil.example/kleff.azurecr.io/app',
      'docker.io/istio-evil/app',
      'localhost/istio/app',
    ];
    for (const image of foreign) {
      assert.equal(broken({ containers: [{ ...other, image }] }), ['kleff-crst3-ntm8-allowed-repos'], image);
    }
    for (const list of ['initContainers', 'ephemeralContainers']) {
      const spec = { containers: [fine], [list]: [{ ...other, image: 'nginx' }] };
      assert.equal(broken(spec), ['kleff-crst3-ntm8-allowed-repos'], list);
    }
    const volumes = [{ name: 'data', image: { reference: 'evil.example/data' } }];
    assert.equal(broken({ containers: [fine], volumes }), ['kleff-crst3-ntm8-allowed-repos']);
  });

  test('a privileged container is rejected, in every list of containers', () => {
    const privileged = {
      ...fine,
      name: 'root',
      securityContext: { allowPrivilegeEscalation: false, privileged: true },
    };
    for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
      assert.equal(broken({ containers: [fine], [list]: [privileged] }), ['kleff-crst3-ntm8-no-privileged'], list);
    }
    const sidecar = { ...privileged, image: 'docker.io/istio/proxyv2:1.29.0' };
    assert.equal(broken({ containers: [sidecar] }), ['kleff-crst3-ntm8-no-privileged']);
  });

  test('a container that allows privilege escalation, or does not forbid it, is rejected', () => {
    for (const securityContext of [undefined, {}, { allowPrivilegeEscalation: true }]) {
      assert.equal(broken({ containers: [{ ...fine, securityContext }] }), ['kleff-crst3-ntm8-no-priv-esc']);
    }
  });

  test('a pod in any of the host namespaces is rejected', () => {
    for (const field of ['hostPID', 'hostIPC', 'hostNetwork']) {
      assert.equal(broken({ containers: [fine], [field]: true }), ['kleff-crst3-ntm8-no-host-namespaces'], field);
      assert.equal(broken({ containers: [fine], [field]: false }), [], field);
    }
  });

  test('only the constraints of a tenant apply to it, and no constraint applies to other namespaces', () => {
    assert.equal(broken({ containers: [{ ...fine, image: 'nginx' }] }, 'user-12345'), [
      'kleff-user-12345-allowed-repos',
    ]);
    assert.equal(broken({ containers: [{ name: 'any', image: 'nginx' }], hostNetwork: true }, 'kube-system'), []);
  });

  test('an update is rejected for what it changes, not for what the pod already is', () => {
    const old = { name: 'old', image: 'kleff.azurecr.io/old:1', securityContext: { privileged: true } };
    const debug = { ...old, name: 'debug' };
    assert.equal(brokenByUpdate({ containers: [old], hostPID: true }), []);
    assert.equal(brokenByUpdate({ containers: [fine], ephemeralContainers: [debug] }), [
      'k8spspallowprivilegeescalationcontainer',
      'k8spspprivilegedcontainer',
    ]);
  });
});

/** The constraints that a pod in a tenant's namespace violates. */
function broken(spec: object, namespace = 'crst3-ntm8'): readonly string[] {
  const input = `${manifest}---\n${stringify(pod(spec, namespace))}`;
  const { stdout, stderr } = spawnSync(builtTool('gator'), ['test', '--output', 'json'], { input, encoding: 'utf8' });
  assert.is(stderr, '');
  const violations = JSON.parse(stdout || '[]') as readonly { constraint: { metadata: { name: string } } }[] | null;
  return [...new Set((violations ?? []).map(({ constraint }) => constraint.metadata.name))].sort();
}

function pod(spec: object, namespace: string): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod', namespace }, spec };
}

/** The templates of the tenant's constraints that an update of this pod violates. */
function brokenByUpdate(spec: object): readonly string[] {
  mkdirSync('.tools', { recursive: true });
  const folder = mkdtempSync('.tools/gator-');
  try {
    writeSuite(folder, spec);
    const { stdout } = spawnSync(builtTool('gator'), ['verify', '--verbose', folder], { encoding: 'utf8' });
    assert.is([...stdout.matchAll(/^=== RUN/gm)].length, 4, stdout);
    return [...stdout.matchAll(/^--- FAIL: (\w+)/gm)].map(([, name]) => String(name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeSuite(folder: string, spec: object): void {
  const object = pod(spec, 'crst3-ntm8');
  const kind = { group: '', version: 'v1', kind: 'Pod' };
  const request = { uid: '1', kind, operation: 'UPDATE', namespace: 'crst3-ntm8', name: 'pod', object };
  const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request };
  writeFileSync(join(folder, 'update.yaml'), stringify(review));
  for (const { id, text } of policies) writeFileSync(join(folder, `${id.name}.yaml`), text);
  const own = policies.filter(({ id }) => id.name.startsWith('kleff-crst3-ntm8-'));
  const tests = own.map(({ id }) => ({
    name: id.kind.toLowerCase(),
    template: `${id.kind.toLowerCase()}.yaml`,
    constraint: `${id.name}.yaml`,
    cases: [{ name: 'update', object: 'update.yaml', assertions: [{ violations: 'no' }] }],
  }));
  writeFileSync(
    join(folder, 'suite.yaml'),
    stringify({ apiVersion: 'test.gatekeeper.sh/v1alpha1', kind: 'Suite', metadata: { name: 'updates' }, tests }),
  );
}
