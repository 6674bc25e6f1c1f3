import * as assert from 'uvu/assert';
import { type Problem, render } from '../leasehold.ts';
import { suite } from '../test/harness.ts';
import type { Api } from './api.ts';
import { prepare } from './apply-again.ts';
import { clusterOf, complaints } from './cluster.ts';
import { sharedControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import { injectedPods, web } from './kleff-sidecars.ts';
import { kleffTenant, platformWith } from './kleff-tenants.ts';
import { readManifests } from './manifests.ts';

const plans = ['free', 'basic', 'pro', 'enterprise'];
const levels = ['restricted', 'baseline', 'privileged'];

suite('the API server accepts a web workload of a Kleff Tenant', (test) => {
  for (const level of levels)
    for (const mesh of ['unset', 'none'])
      test(`with mesh ${mesh}, Pod Security ${level} and any plan`, async () => {
        const cluster = `kubernetes: "1.36", podSecurity: ${level}${mesh === 'unset' ? '' : ', mesh: none'}`;
        const { problems, namespaces } = await applyTenants(`cluster: { ${cluster} }`, `${mesh}-${level}`);
        assert.is(
          problems.some(({ message }) => message.includes('quotas include a sidecar for each pod')),
          mesh === 'unset',
        );
        assert.equal(await rejections(namespaces, { web }), []);
        if (mesh === 'unset') await checkUnstatedMesh(level, namespaces, problems);
      });

  for (const level of levels)
    test(`with and without a sidecar of a mesh with its CNI plugin, Pod Security ${level} and any plan`, async () => {
      const spec = `cluster: { kubernetes: "1.36", mesh: istio, podSecurity: ${level} }\n  kleff: { sidecar: { cni: true } }`;
      const { problems, namespaces } = await applyTenants(spec, `cni-${level}`);
      assert.not(problems.some(({ message }) => message.includes('CNI plugin')));
      const { cni, 'cni, native': native } = injectedPods;
      assert.equal(await rejections(namespaces, { web, cni, native }), []);
    });

  test('with a sidecar of a mesh without its CNI plugin at the level privileged', async () => {
    for (const cni of ['{ cni: false }', '{}']) {
      const spec = `cluster: { kubernetes: "1.36", mesh: istio, podSecurity: privileged }\n  kleff: { sidecar: ${cni} }`;
      const { 'no cni': plain, 'no cni, native': native } = injectedPods;
      const { namespaces } = await applyTenants(spec, cni === '{}' ? 'init-unstated' : 'init-stated');
      assert.equal(await rejections(namespaces, { web, plain, native }), []);
    }
  });

  test('as a Deployment that becomes available in a mesh, with as many pods as fit into the memory of the plan', async () => {
    const spec = 'cluster: { kubernetes: "1.36", mesh: istio }\n  kleff: { sidecar: { cni: true } }';
    const { namespaces } = await applyTenants(spec, 'full');
    const { api, kubectl } = await sharedControlPlane();
    const [namespace = ''] = namespaces;
    const body = deployment(namespace, 4);
    await api.request('POST', `/apis/apps/v1/namespaces/${namespace}/deployments`, { body });
    const args = ['rollout', 'status', '-n', namespace, '--timeout=60s', 'deployment/web'];
    const { status, stderr } = kubectl(args);
    assert.is(status, 0, stderr);
  });
});

suite('the render rejects a Kleff Tenant', (test) => {
  for (const level of ['restricted', 'baseline'])
    test(`in a mesh without its CNI plugin at the Pod Security level ${level}, which rejects its pods`, () => {
      for (const plan of plans)
        for (const cni of ['{ cni: false }', '{}']) {
          const spec = `cluster: { mesh: istio, podSecurity: ${level} }\n  kleff: { sidecar: ${cni} }`;
          const { ok, problems } = render([platformWith(spec), kleffTenant(plan, 'init')]);
          assert.not(ok);
          const reason = `namespaces that enforce ${level} reject every injected pod`;
          assert.ok(problems.some(({ message, severity }) => severity === 'error' && message.includes(reason)));
        }
    });
});

function deployment(namespace: string, replicas: number): object {
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: injectedPods.cni };
  const spec = { replicas, selector: { matchLabels: labels }, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace }, spec };
}

/**
 * Without a setting, Istio in the cluster can inject sidecars. Only pods with NET_ADMIN are rejected, unless the level is
 * privileged. The render warns about this.
 */
async function checkUnstatedMesh(level: string, namespaces: readonly string[], problems: readonly Problem[]) {
  const { cni, 'cni, native': cniNative, 'no cni': init, 'no cni, native': initNative } = injectedPods;
  assert.equal(await rejections(namespaces, { cni, cniNative }), []);
  const rejected = level !== 'privileged';
  assert.is((await rejections(namespaces, { init, initNative })).length, rejected ? 2 * plans.length : 0);
  assert.is(
    problems.some(({ message }) => message.includes(`Pod Security level ${level} rejects these pods`)),
    rejected,
  );
}

/** Renders and applies a tenant of each plan. */
async function applyTenants(spec: string, prefix: string) {
  const namespaces = plans.map((plan) => `${prefix}-${plan}`);
  const tenants = plans.map((plan, index) => kleffTenant(plan, namespaces[index] as string));
  const { ok, objects, problems } = render([platformWith(spec), ...tenants]);
  assert.ok(ok);
  const cluster = clusterOf((await sharedControlPlane()).api);
  const manifests = objects.flatMap(({ text }) => readManifests(text));
  await prepare(cluster, manifests);
  assert.equal(complaints(await cluster.apply(manifests)), []);
  return { namespaces, problems };
}

/** For each pod that is rejected: its namespace, its name and the reason. */
async function rejections(
  namespaces: readonly string[],
  pods: Readonly<Record<string, object>>,
): Promise<readonly string[]> {
  const { api } = await sharedControlPlane();
  const tries = namespaces.flatMap((namespace) =>
    Object.entries(pods).map(async ([name, spec]) => {
      const message = await answer(api, namespace, spec);
      return message === '' ? [] : [`${namespace}: ${name}: ${message}`];
    }),
  );
  return (await Promise.all(tries)).flat();
}

/** The reason why the API server rejects a pod in a dry run; empty if it accepts the pod. */
function answer(api: Api, namespace: string, spec: object): Promise<string> {
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'web-', namespace }, spec };
  const path = `/api/v1/namespaces/${namespace}/pods`;
  return eventually(`${namespace} is ready for pods`, async () => {
    const { status, body: result } = await api.request('POST', path, { body, query: { dryRun: 'All' } });
    const message = status === 201 ? '' : String(result['message'] ?? status);
    // Controllers have not created the account or counted the quota yet.
    return /status unknown for quota|serviceaccount .* not found/.test(message) ? undefined : { message };
  }).then(({ message }) => message);
}
