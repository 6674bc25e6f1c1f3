import * as assert from 'uvu/assert';
import {
  containerLists,
  type KeyedList,
  kindLists,
  metadataLists,
  podLists,
} from '../../core/gate/duplicate-entries.ts';
import { passGate } from '../../core/gate/gate.ts';
import { settingsFrom } from '../../core/settings/settings.ts';
import { mappingAt, type Path, type Tree } from '../../data/tree.ts';
import { suite } from '../harness.ts';

const settings = settingsFrom(undefined, [], []);

function problemsOf(object: Tree): readonly string[] {
  const author = { sort: 'trusted' } as const;
  const result = passGate(object, { author, namespace: 'acme', isRepeated: false, settings });
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

function withList(tree: Tree, [step = '', ...rest]: Path, entries: readonly unknown[]): Tree {
  return { ...tree, [step]: rest.length === 0 ? entries : withList(mappingAt(tree, step), rest, entries) };
}

/** For each kind of pod, the object around it. The last one is a custom resource. */
const around: Readonly<Record<string, (pod: Tree) => Tree>> = {
  Pod: (pod) => ({ ...object('v1', 'Pod'), ...pod, metadata: { ...mappingAt(pod, 'metadata'), name: 'x' } }),
  Deployment: (template) => object('apps/v1', 'Deployment', { template }),
  StatefulSet: (template) => object('apps/v1', 'StatefulSet', { template }),
  DaemonSet: (template) => object('apps/v1', 'DaemonSet', { template }),
  ReplicaSet: (template) => object('apps/v1', 'ReplicaSet', { template }),
  Job: (template) => object('batch/v1', 'Job', { template }),
  CronJob: (template) => object('batch/v1', 'CronJob', { jobTemplate: { spec: { template } } }),
  Widget: (template) => object('example.com/v1', 'Widget', { parts: [{ template }] }),
};

function object(apiVersion: string, kind: string, spec: Tree = {}): Tree {
  return { apiVersion, kind, metadata: { name: 'x' }, spec };
}

interface Sample extends KeyedList {
  readonly place: string;
  with(entries: readonly unknown[]): Tree;
}

const app = { name: 'app' };

function samples(): readonly Sample[] {
  const inKinds = { ConfigMap: metadataLists, ...kindLists };
  return [
    ...Object.entries(inKinds).flatMap(([kind, lists]) =>
      samplesOf(kind, lists, (path, entries) => withList(object('v1', kind), path, entries)),
    ),
    ...Object.entries(around).flatMap(([kind, print]) => [
      ...samplesOf(kind, podLists, (path, entries) => print(withList({ spec: { containers: [app] } }, path, entries))),
      ...['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
        samplesOf(`${kind}: ${list}`, containerLists, (path, entries) =>
          print({ spec: { containers: [app], [list]: [withList({ name: 'b' }, path, entries)] } }),
        ),
      ),
    ]),
  ];
}

function samplesOf(
  place: string,
  lists: readonly KeyedList[],
  print: (path: Path, entries: readonly unknown[]) => Tree,
): readonly Sample[] {
  return lists.map((list) => ({ ...list, place, with: (entries) => print(list.path, entries) }));
}

/** An entry with the values 1 for its keys, except for one. */
function entry(keys: readonly string[], other: Tree = {}): unknown {
  return keys.length === 0
    ? (other['item'] ?? 'a/1')
    : { ...Object.fromEntries(keys.map((key) => [key, 1])), ...other };
}

suite('law: an object in which two entries of a list have the same key does not pass the gate', (test) => {
  test('each list of each kind', () => {
    assert.ok(samples().length > 150);
    for (const { place, path, keys, with: print } of samples()) {
      const what = `${place}: ${path.join('.')}`;
      const [one, others] = [entry(keys), keys.length === 0 ? ['item'] : keys];
      assert.match(problemsOf(print([one, entry(keys, { more: 2 })]))[0] ?? 'passes', path.join('.'), what);
      assert.equal(problemsOf(print([one])), [], what);
      for (const key of others)
        assert.equal(problemsOf(print([one, entry(keys, { [key]: 2 })])), [], `${what}: ${key}`);
    }
  });

  test('a port without a protocol has the protocol TCP', () => {
    const service = (protocol: string) =>
      problemsOf(object('v1', 'Service', { ports: [{ port: 53 }, { port: 53, name: 'b', protocol }] }));
    assert.equal(service('UDP'), []);
    assert.equal(service('TCP'), [
      'Service x has two entries with port 53 and protocol "TCP" in spec.ports, so server-side apply and the comparison of Argo CD reject it',
    ]);
  });

  test('a container, also an init container of the same name', () => {
    for (const print of Object.values(around))
      for (const list of ['containers', 'initContainers', 'ephemeralContainers'])
        assert.match(
          problemsOf(print({ spec: { containers: [app, { name: 'b' }], [list]: [app, { name: 'b' }, app] } }))[0] ?? '',
          'has two containers with name "app" in ',
        );
    const both = object('apps/v1', 'Deployment', { template: { spec: { containers: [app], initContainers: [app] } } });
    assert.match(problemsOf(both)[0] ?? 'passes', 'has two containers with name "app" in spec.template.spec');
  });

  test('the defaults of the API server count as keys in built-in kinds', () => {
    const template = (spec: Tree) => ({ spec: { containers: [app], ...spec } });
    const secrets = { imagePullSecrets: [{}, {}] };
    assert.match(
      problemsOf({ ...object('v1', 'PodTemplate'), template: template(secrets) })[0] ?? 'passes',
      'PodTemplate x has two entries with name "" in template.spec.imagePullSecrets',
    );
    const container = { name: 'b', env: [{}, { name: '' }] };
    assert.match(
      problemsOf(object('apps/v1', 'Deployment', { template: template({ containers: [container] }) }))[0] ?? 'passes',
      'Deployment x has two entries with name "" in spec.template.spec.containers[0].env',
    );
    assert.match(
      problemsOf(object('v1', 'Service', { ports: [{}, { port: 0 }] }))[0] ?? 'passes',
      'Service x has two entries with port 0 and protocol "TCP" in spec.ports',
    );
    assert.equal(problemsOf(object('example.com/v1', 'Widget', { parts: [{ template: template(secrets) }] })), []);
    assert.equal(problemsOf(object('apps/v1', 'Deployment', { template: template({ imagePullSecrets: [{}] }) })), []);
  });

  test('an entry without a key that has no default', () => {
    for (const secrets of [[{ namespace: 'acme' }], [{ name: 'a' }, {}]])
      assert.equal(problemsOf({ ...object('v1', 'ServiceAccount'), secrets }), [
        'ServiceAccount x has an entry without name in secrets, so server-side apply and the comparison of Argo CD reject it',
      ]);
    assert.equal(problemsOf({ ...object('v1', 'ServiceAccount'), secrets: [{ name: 'a' }, { name: '' }] }), []);
  });

  test('an entry that is not a mapping', () => {
    for (const { path, keys, place, with: print } of samples())
      if (keys.length > 0)
        for (const other of [null, 'a', []])
          assert.match(
            problemsOf(print([entry(keys), other]))[0] ?? 'passes',
            'has an entry that is not a mapping in ',
            `${place}: ${path.join('.')}`,
          );
  });
});
