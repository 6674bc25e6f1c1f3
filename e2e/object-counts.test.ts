import * as assert from 'uvu/assert';
import { initFiles } from '../build/init-files.ts';
import { listAt, mappingAt, textAt, textsAt } from '../data/tree.ts';
import { objectCounts } from '../kubernetes/object-counts.ts';
import { render } from '../leasehold.ts';
import { suite } from '../test/harness.ts';
import type { Answer, Api } from './api.ts';
import { prepare } from './apply-again.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import { readManifests } from './manifests.ts';

const files = Object.entries(initFiles)
  .map(([path, text]) => ({ path, text }))
  .filter(({ path }) => /^(?:platform|tenants)\//.test(path));

/** Resources of requests that create no object, such as a review. No quota counts Events: see the rule `events`. */
const uncounted = ['events', 'localsubjectaccessreviews'];
/** Amounts of these names count as many objects as those that start with `count/`. */
const counted = ['persistentvolumeclaims', 'services'];

let plane: ControlPlane;
let member: Api;

suite('the quota of a new repository', (test) => {
  test('is applied', async () => {
    plane = await startControlPlane();
    const cluster = clusterOf(plane.api);
    const objects = render(files).objects.flatMap(({ text }) => readManifests(text));
    await prepare(cluster, objects);
    assert.equal(complaints(await cluster.apply(objects.filter(({ kind }) => kind !== 'ResourceQuota'))), []);
    assert.equal(complaints(await cluster.apply(objects)), []);
    member = plane.api.as('mallory', 'acme-owners', 'system:authenticated');
    await eventually('the quota is counted', async () => {
      return Object.keys(mappingAt(await quota(), 'status', 'used')).length > objectCounts.length || undefined;
    });
  });

  test('counts every kind that members can create', async () => {
    const { body } = await plane.api.request('GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles/admin');
    const rules = listAt(body, 'rules').filter((rule) => textsAt(rule, 'verbs').includes('create'));
    const names = rules.flatMap((rule) =>
      textsAt(rule, 'apiGroups').flatMap((group) =>
        group === 'extensions'
          ? []
          : textsAt(rule, 'resources')
              .filter((resource) => !resource.includes('/') && !uncounted.includes(resource))
              .map((resource) => (group === '' ? resource : `${resource}.${group}`)),
      ),
    );
    assert.ok(names.length > 20, names.join());
    const limited = [
      ...Object.keys(mappingAt(await quota(), 'spec', 'hard')).filter((name) => name.startsWith('count/')),
      ...counted,
    ];
    assert.equal(
      [...new Set(names)].filter((name) => !limited.includes(name) && !limited.includes(`count/${name}`)),
      [],
    );
  });

  test('limits Deployments without pods, Jobs and ConfigMaps, whatever their size', async () => {
    const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
    const job = { template: { spec: { ...template.spec, restartPolicy: 'Never' } } };
    const deployment = { replicas: 0, selector: { matchLabels: { app: 'a' } }, template };
    assert.equal(await flood('/apis/apps/v1', 'deployments', { spec: deployment }, 15), [
      10,
      rejected('deployments.apps'),
    ]);
    assert.equal(await flood('/apis/batch/v1', 'jobs', { spec: { ...job, suspend: true } }, 55), [
      50,
      rejected('jobs.batch'),
    ]);
    const data = { text: 'x'.repeat(1_000_000) };
    assert.equal(await flood('/api/v1', 'configmaps', { data }, 55), [49, rejected('configmaps')]);
  });

  test('counts pods that ended, which the amount of pods does not', async () => {
    const container = { name: 'a', image: 'a', resources: { limits: { cpu: '1m', memory: '1Mi' } } };
    const body = {
      metadata: { generateName: 'pod-' },
      spec: { ...restricted, containers: [{ ...container, ...locked }] },
    };
    const { status, body: pod } = await member.request('POST', '/api/v1/namespaces/acme-dev/pods', { body });
    assert.is(status, 201, textAt(pod, 'message'));
    await plane.api.request('PATCH', `/api/v1/namespaces/acme-dev/pods/${textAt(pod, 'metadata', 'name')}/status`, {
      body: { status: { phase: 'Succeeded' } },
      contentType: 'application/merge-patch+json',
    });
    const used = await eventually('the pod no longer counts as running', async () => {
      const { pods, 'count/pods': all } = mappingAt(await quota(), 'status', 'used');
      return pods === '0' ? all : undefined;
    });
    assert.is(used, '1');
  });

  test('the control plane stops', () => plane.stop());
});

const restricted = { securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } };
const locked = { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } };

async function quota(): Promise<unknown> {
  return (await plane.api.request('GET', '/api/v1/namespaces/acme-dev/resourcequotas/mto-quota')).body;
}

/** Creates objects as a member, and returns how many are accepted and the message of the last one. */
async function flood(group: string, resource: string, body: object, count: number) {
  const path = `${group}/namespaces/acme-dev/${resource}`;
  const answers: Answer[] = [];
  for (let index = 0; index < count; index++)
    answers.push(await member.request('POST', path, { body: { ...body, metadata: { name: `flood-${index}` } } }));
  const accepted = answers.filter(({ status }) => status === 201).length;
  return [accepted, /exceeded quota[^=]*=1/.exec(textAt(answers.at(-1)?.body, 'message'))?.[0]];
}

const rejected = (resource: string) => `exceeded quota: mto-quota, requested: count/${resource}=1`;
