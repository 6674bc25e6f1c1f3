import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { valueAt } from '../../data/tree.ts';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import { type Applied, clusterOf, complaints } from '../cluster.ts';
import { startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import { startPostgresPod } from './postgres-pod.ts';
import { names, rejections, startKubeStateMetricsPod, startOpenCostPod, startPrometheusPod } from './programs.ts';
import { namespace, podOf, renderPlatform } from './rendered-pod.ts';

const objects = renderPlatform();
const plane = await startControlPlane();
const cluster = clusterOf(plane.api);
await prepare(cluster, objects);
const applied = await cluster.apply(objects);
const appliedAgain = await cluster.apply(objects);

const textOf = async (url: string) => (await fetch(url)).text();
const jsonOf = async (url: string) => (await (await fetch(url)).json()) as unknown;
const account = (name: string) => `--as=system:serviceaccount:${namespace}:${name}`;

const job = objects.find(({ kind }) => kind === 'Job');
assert.ok(job);
await makeSecrets();
const passwords = await readSecret(names.postgres);
const secrets = { [names.postgres]: passwords };

const state = await startKubeStateMetricsPod(plane, objects);
await eventually('kube-state-metrics has the namespace', async () => {
  const text = await textOf(`http://${state.address}/metrics`).catch(() => '');
  return text.includes(`kube_namespace_labels{namespace="${namespace}"`) ? true : undefined;
});
const here = { [`${names.kubeStateMetrics}:8080`]: state.address };
const prometheus = await startPrometheusPod(plane, objects, here);
await eventually('Prometheus is ready', async () =>
  (await fetch(`${prometheus.url}/-/ready`).catch(() => undefined))?.ok ? true : undefined,
);
const ask = async (query: string) =>
  valueAt(
    await jsonOf(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(query)}`),
    'data',
    'result',
  ) as readonly unknown[];

suite('the rendered platform', (test) => {
  test('is accepted in a namespace with Pod Security restricted, does not change when it is applied again, and its Deployments and StatefulSets get their pods', async () => {
    assert.equal(complaints(applied), []);
    assert.equal(appliedAgain.map(withoutStatus), applied.map(withoutStatus));
    for (const { kind, metadata } of objects.filter((one) => one.kind === 'Deployment' || one.kind === 'StatefulSet')) {
      const { status, stderr } = plane.kubectl([
        'rollout',
        'status',
        '-n',
        namespace,
        `${kind}/${metadata.name}`,
        '--timeout=60s',
      ]);
      assert.is(status, 0, stderr);
    }
  });

  test('has no account that can read or change the Secrets of all namespaces, and its Prometheus can read the metrics of nodes, but not use their proxy', () => {
    const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
    assert.is(accounts.length, 5);
    for (const name of accounts)
      for (const verb of ['get', 'list', 'watch', 'delete', 'update', 'patch'])
        assert.is(
          plane.kubectl(['auth', 'can-i', verb, 'secrets', '-A', account(name)]).stdout.trim(),
          'no',
          `${name} ${verb}`,
        );
    assert.is(
      plane
        .kubectl(['auth', 'can-i', 'create', 'secrets', '-n', 'default', account('tenant-operator-secrets')])
        .stdout.trim(),
      'no',
    );
    const nodes = plane.kubectl(['auth', 'can-i', 'get', 'nodes', '--subresource=metrics', account(names.prometheus)]);
    assert.is(nodes.stdout.trim(), 'yes', nodes.stderr);
    assert.is(
      plane.kubectl(['auth', 'can-i', 'get', 'nodes', '--subresource=proxy', account(names.prometheus)]).stdout.trim(),
      'no',
    );
  });

  test('generates passwords once', async () => {
    assert.equal(Object.keys(passwords).sort(), ['password', 'postgres-password']);
    for (const password of Object.values(passwords)) assert.match(password, /^[0-9a-f]{48}$/);
    assert.is.not(passwords['password'], passwords['postgres-password']);
    const output = await makeSecrets();
    assert.match(output, 'exists');
    assert.not.match(output, passwords['password'] ?? '-');
    assert.equal(await readSecret(names.postgres), passwords);
  });
});

suite('in the rendered platform,', (test) => {
  test('PostgreSQL has the database of the user, rejects a wrong password, and keeps the data if its script runs again', async () => {
    const server = await startPostgresPod(objects, secrets);
    const password = passwords['password'] ?? '';
    const login = { user: 'mto', password, database: 'mto' };
    const created = server.psql(login, 'CREATE TABLE t (a int); SELECT count(*) FROM t');
    assert.equal(created, { status: 0, text: '0' });
    assert.is.not(server.psql({ ...login, password: 'wrong' }, 'SELECT 1').status, 0);
    assert.is.not(server.psql(login, 'CREATE ROLE other').status, 0);
    server.runScript();
    assert.is(server.psql(login, 'SELECT count(*) FROM t').text, '0');
    await storeFees(server.port);
    assert.match(server.psql(login, 'SELECT count(*) FROM showback_hours').text, /^[0-9]+$/);
  });

  test('kube-state-metrics exports tenants, and the API server denies none of its requests', async () => {
    const text = await textOf(`http://${state.address}/metrics`);
    assert.match(text, `kube_namespace_labels{namespace="${namespace}",label_leasehold_dev_tenant="platform"} 1`);
    assert.not.match(text, 'kube_secret');
    assert.equal(rejections(state.daemon), []);
  });

  test('Prometheus accepts its files, scrapes kube-state-metrics, and evaluates the rules', async () => {
    await eventually('kube-state-metrics is scraped', async () =>
      (await ask('up{job="leasehold:kube-state-metrics"} == 1')).length === 1 ? true : undefined,
    );
    await eventually('the tenant of the namespace is recorded', async () =>
      (await ask(`leasehold:namespace_tenant{namespace="${namespace}",tenant="platform"}`)).length === 1
        ? true
        : undefined,
    );
    const checked = spawnSync('promtool', ['check', 'config', prometheus.config], { encoding: 'utf8' });
    assert.is(checked.status, 0, checked.stderr);
    assert.match(checked.stdout, 'rules found');
    assert.is((await ask('up{job="kubelet-cadvisor"}')).length, 1);
    const invalid = await jsonOf(`${prometheus.url}/api/v1/rules`);
    assert.not.match(JSON.stringify(invalid), '"health":"err"');
    assert.equal(rejections(prometheus.daemon), []);
  });

  test('OpenCost is healthy and exports the rendered price of a core, and the API server denies none of its requests', async () => {
    const { url, daemon } = await startOpenCostPod(plane, objects, {
      [`http://${names.prometheus}:9090`]: prometheus.url,
    });
    await eventually(
      'OpenCost has the price of a core',
      async () => {
        const text = await textOf(`${url}/metrics`).catch(() => '');
        return /node_cpu_hourly_cost\{[^}]*\} 0\.031611/.test(text) ? true : undefined;
      },
      180,
    );
    assert.is((await fetch(`${url}/healthz`)).status, 200);
    assert.equal(rejections(daemon), []);
  });
});

/** The object without its status, and with only the labels of its metadata: controllers write the status and annotations. */
function withoutStatus({ object, stored }: Applied) {
  const { status: _, metadata, ...rest } = stored ?? object;
  return { ...rest, labels: metadata.labels };
}

/** Runs the Job that generates passwords, with its own ServiceAccount. */
async function makeSecrets(): Promise<string> {
  const pod = await podOf(job?.metadata.name ?? '', {
    objects,
    plane,
    here: { 'https://kubernetes.default.svc': plane.server },
  });
  const [shell = '', ...args] = pod.command;
  const { status, stdout, stderr } = spawnSync(shell, args, {
    encoding: 'utf8',
    env: { ...pod.env, PATH: process.env['PATH'] },
  });
  assert.is(status, 0, stderr);
  return stdout + stderr;
}

async function readSecret(name: string): Promise<Readonly<Record<string, string>>> {
  const { body } = await plane.api.request('GET', `/api/v1/namespaces/${namespace}/secrets/${name}`);
  const entries = Object.entries(body['data'] as Readonly<Record<string, string>>);
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
}

/** Runs the job that stores the fees of subscriptions, with the rendered catalogue. */
async function storeFees(port: number): Promise<void> {
  const addresses = {
    [`${names.postgres}:5432`]: `127.0.0.1:${port}`,
    [`http://${names.openCost}:9003`]: 'http://127.0.0.1:1',
  };
  const { args, env } = await podOf('tenant-operator-fees-cronjob', { objects, secrets, here: addresses });
  const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
  assert.is(status, 0, stderr);
}
