import * as assert from 'uvu/assert';
import { listAt, mappingAt, textAt, valueAt } from '../../data/tree.ts';
import type { KubeObject } from '../../e2e/manifests.ts';
import { type LabelSelector, selects } from '../../kubernetes/label-selector.ts';
import { suite } from '../harness.ts';
import { generatedSecrets, pairsOfModes, renderedPlatform } from './platform-modes.ts';
import { connects, isBehind, podsOf, servicesOf, templateOf } from './rendered-network.ts';

const platforms = pairsOfModes().map((modes) => renderedPlatform(modes));
const servers = (objects: readonly KubeObject[]) =>
  objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');

suite('the objects of a platform', (test) => {
  test('give every server probes, resources, an account, a budget and a policy of its own', () => {
    for (const objects of platforms)
      for (const server of servers(objects)) {
        const template = templateOf(server);
        const container = listAt(template, 'spec', 'containers')[0];
        for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe'])
          assert.ok(valueAt(container, probe), `${server.metadata.name} has no ${probe}`);
        for (const path of ['requests.cpu', 'requests.memory', 'limits.memory'])
          assert.ok(valueAt(container, 'resources', ...path.split('.')), `${server.metadata.name} has no ${path}`);
        assert.is(textAt(template, 'spec', 'serviceAccountName'), server.metadata.name);
        for (const kind of ['PodDisruptionBudget', 'NetworkPolicy'])
          assert.is(selecting(kind, server, objects), 1, `${kind} of ${server.metadata.name}`);
      }
  });

  test('give every container resources, also in jobs and before a server starts', () => {
    let limited = 0;
    for (const object of platforms.flat())
      for (const list of ['containers', 'initContainers'])
        for (const container of listAt(templateOf(object), 'spec', list)) {
          limited++;
          for (const path of ['requests.cpu', 'requests.memory', 'limits.memory'])
            assert.ok(
              valueAt(container, 'resources', ...path.split('.')),
              `${textAt(container, 'name')} of ${object.metadata.name} has no ${path}`,
            );
        }
    assert.ok(limited > 60, `${limited} containers`);
  });

  test('name an image with a version in every container', () => {
    const images = platforms.flat().flatMap((object) => {
      const spec = mappingAt(templateOf(object), 'spec');
      return [...listAt(spec, 'containers'), ...listAt(spec, 'initContainers')].map((one) => textAt(one, 'image'));
    });
    assert.ok(images.length > 60, `${images.length} images`);
    for (const image of images) assert.match(image, /:v?\d[\w.-]*$|@sha256:[0-9a-f]{64}$/);
  });

  test('are applied after the parts that they connect to, except that Prometheus scrapes later parts', () => {
    let ordered = 0;
    for (const objects of platforms)
      for (const client of podsOf(objects).filter(({ name }) => name !== 'tenant-operator-prometheus-server'))
        for (const service of servicesOf(objects).filter((one) => connects(client, one))) {
          const [server] = podsOf(objects).filter((pod) => isBehind(pod, service));
          ordered++;
          assert.ok(
            waveOf(client.name, objects) > waveOf(server?.name ?? '', objects),
            `${client.name}, ${server?.name}`,
          );
        }
    assert.ok(ordered > 20, `${ordered} connections`);
  });

  test('generate the same keys of a Secret for all modes, because a Job cannot add keys later', () => {
    const lines = platforms.flat().flatMap((object) => generatedSecrets(object));
    const keysByName = new Map<string, Set<string>>();
    for (const [name = '', ...keys] of lines.map((line) => line.split(' ')))
      keysByName.set(name, (keysByName.get(name) ?? new Set()).add(keys.join(' ')));
    assert.ok(keysByName.size >= 4, [...keysByName.keys()].join(', '));
    for (const [name, all] of keysByName) assert.is(all.size, 1, `${name}: ${[...all].join('; ')}`);
  });
});

/** The number of objects of the kind that select the pods of the server. */
function selecting(kind: string, server: KubeObject, objects: readonly KubeObject[]): number {
  const labels = mappingAt(templateOf(server), 'metadata', 'labels') as Readonly<Record<string, string>>;
  const field = kind === 'NetworkPolicy' ? 'podSelector' : 'selector';
  const all = objects.filter((one) => one.kind === kind && one.metadata.namespace === server.metadata.namespace);
  return all.filter(({ spec }) => selects(mappingAt(spec, field) as LabelSelector, labels)).length;
}

function waveOf(name: string, objects: readonly KubeObject[]): number {
  const workload = objects.find((one) => one.metadata.name === name && Object.keys(templateOf(one)).length > 0);
  return Number(textAt(workload, 'metadata', 'annotations', 'argocd.argoproj.io/sync-wave') || '0');
}
