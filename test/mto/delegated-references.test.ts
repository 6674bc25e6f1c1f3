import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';
import { messagesOf } from './delegated.ts';

/** The reference `${PART}` to a parameter of the platform's Template. */
const part = '$'.concat('{PART}');

/** The messages of an instance of acme that sets the parameter, without the name of the Template. */
function problemsOf(object: object, value = 'globex'): readonly string[] {
  return messagesOf({ manifests: [object] }, { PART: value }).map((message) => message.replace('Template words: ', ''));
}

function podWith(container: object, metadata: object = {}): object {
  const spec = {
    volumes: [{ name: 'data', nfs: { server: 'nfs.example.com', path: '/tenants' } }],
    containers: [{ name: 'x', image: 'x', ...container }],
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', ...metadata }, spec };
}

const volumeMounts = [{ name: 'data', mountPath: '/data', subPathExpr: 'a/$(FOLDER)' }];

function podWithVariable(entry: object, others: readonly object[] = [], metadata: object = {}): object {
  return podWith({ volumeMounts, env: [{ name: 'FOLDER', ...entry }, ...others] }, metadata);
}

function fieldRef(fieldPath: string): object {
  return { valueFrom: { fieldRef: { fieldPath } } };
}

suite('the folder of a shared volume that a variable names', (test) => {
  const field = 'spec.containers.volumeMounts.subPathExpr';

  test('needs a Grant if a parameter sets it', () => {
    const message = `no Grant allows globex for ${field}`;
    for (const pod of [
      podWithVariable({ value: part }),
      podWithVariable({ value: '$(OTHER)' }, [{ name: 'OTHER', value: part }]),
    ])
      assert.equal(problemsOf(pod), [`Pod x: ${message}`]);
    const named = podWithVariable(fieldRef('metadata.name'), [], { name: part });
    assert.equal(problemsOf(named), [`Pod globex: ${message}`]);
  });

  test('cannot be set twice, once with a name that a parameter sets', () => {
    const twice = problemsOf(podWithVariable({ value: 'x' }, [{ name: part, value: 'y' }]), 'FOLDER');
    assert.match(twice[0] ?? 'passes', 'Pod x has two entries with name "FOLDER" in spec.containers[0].env');
  });

  test('needs a Grant if members of the tenant can change it in the cluster', () => {
    const reference = { name: 'x', key: 'x' };
    for (const pod of [
      podWithVariable(fieldRef("metadata.labels['tenant']")),
      podWithVariable(fieldRef("metadata.annotations['dir']")),
      podWithVariable({ valueFrom: { configMapKeyRef: reference } }),
      podWithVariable({ valueFrom: { secretKeyRef: reference } }),
      podWith({ volumeMounts, envFrom: [{ configMapRef: { name: 'x' } }] }),
    ])
      assert.equal(problemsOf(pod), [`Pod x: no Grant allows $(FOLDER) for ${field}`]);
  });

  test('needs no Grant if the platform or Kubernetes sets it', () => {
    const others = [{ name: 'OTHER', value: part }];
    for (const entry of [
      { value: 'x/$(NAMESPACE)' },
      { value: '$'.concat('{tenant}') },
      fieldRef('metadata.namespace'),
      fieldRef('metadata.name'),
    ])
      assert.equal(problemsOf(podWithVariable(entry, others)), []);
    assert.equal(problemsOf(podWith({ volumeMounts, env: [{ name: 'FOLDER', value: 'x' }], envFrom: [{}] })), []);
  });

  test('is found in linear time, even if each variable names the next one', () => {
    const count = 4000;
    const env = Array.from({ length: count }, (_, index) => ({ name: `V${index}`, value: `$(V${index + 1})` }));
    const mounts = env.map(({ name }, index) => ({
      name: 'data',
      mountPath: `/${index}`,
      subPathExpr: `$(${name})${'$('.repeat(20)}`,
    }));
    const envFrom = env.map(({ name }) => ({ configMapRef: { name } }));
    needsAtMost(2000, () => void problemsOf(podWith({ env, envFrom, volumeMounts: mounts })));
  });
});

suite('the mount of a shared volume', (test) => {
  test('needs a Grant for each field that a parameter sets, except its path in the container', () => {
    const mount = { name: 'data', mountPath: `/data/${part}` };
    assert.equal(problemsOf(podWith({ volumeMounts: [mount] })), []);
    assert.equal(problemsOf(podWith({ volumeMounts: [{ ...mount, readOnly: '$'.concat('{{PART}}') }] }), 'false'), [
      'Pod x: no Grant allows false for spec.containers.volumeMounts.readOnly',
    ]);
    for (const empty of ['', 'null', '~'])
      assert.equal(problemsOf(podWith({ volumeMounts: [{ ...mount, readOnly: '$'.concat('{{PART}}') }] }), empty), [
        'Pod x: spec.containers.volumeMounts.readOnly must be set',
      ]);
    assert.equal(problemsOf(podWith({ volumeMounts: [{ ...mount, name: part }] }), 'data'), [
      'Pod x: no Grant allows data for spec.containers.volumeMounts.name',
    ]);
  });
});

suite('affinity', (test) => {
  const path = 'spec.affinity';

  function podNear(affinity: object): object {
    return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { affinity, containers: [] } };
  }

  test('to nodes needs a Grant for each value that a parameter sets, except for labels such as the zone', () => {
    const preference = (expression: object) =>
      podNear({
        nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ preference: expression, weight: 1 }] },
      });
    const expression = { key: 'example.com/pool', operator: 'In', values: [part] };
    const field = `${path}.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution.preference.matchExpressions`;
    assert.equal(problemsOf(preference({ matchExpressions: [expression] })), [
      `Pod x: no Grant allows globex for ${field}.values`,
    ]);
    const free = { ...expression, key: 'topology.kubernetes.io/zone' };
    assert.equal(problemsOf(preference({ matchExpressions: [free] })), []);
  });

  test('to pods needs a Grant for each part that a parameter sets, unless they are in the namespace', () => {
    const term = { topologyKey: part, labelSelector: { matchLabels: { app: part } } };
    const near = (namespaces: object) =>
      podNear({ podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...term, ...namespaces }] } });
    const field = `${path}.podAffinity.requiredDuringSchedulingIgnoredDuringExecution`;
    for (const namespaces of [{ namespaces: ['tenants'] }, { namespaceSelector: {} }])
      assert.equal(problemsOf(near(namespaces)), [
        `Pod x: no Grant allows globex for ${field}.labelSelector.matchLabels.app`,
        `Pod x: no Grant allows globex for ${field}.topologyKey`,
      ]);
    for (const own of [{}, { namespaces: ['$'.concat('{namespace}')] }, { namespaces: [], namespaceSelector: null }])
      assert.equal(problemsOf(near(own)), []);
  });
});

suite('a template of an ExternalSecret with a key that is not granted', (test) => {
  function secretWith(target: object, secretKey: string): object {
    const data = [{ secretKey, remoteRef: { key: 'platform/db', property: 'host' } }];
    const spec = { secretStoreRef: { name: 'vault' }, data, target };
    return { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', metadata: { name: 'x' }, spec };
  }

  const message = 'ExternalSecret x: key platform/db of store vault is not granted to tenant acme';

  test('in a ConfigMap or Secret needs a Grant for the key, even if the platform wrote the reference', () => {
    const reference = { name: 'app-template', items: [{ key: 'config.ini' }] };
    for (const source of [{ configMap: reference }, { secret: reference }])
      assert.equal(problemsOf(secretWith({ template: { templateFrom: [source] } }, 'host')), [message]);
    const granted = secretWith({ template: { templateFrom: [{ configMap: { ...reference, name: part } }] } }, 'host');
    assert.equal(problemsOf(JSON.parse(JSON.stringify(granted).replace('platform/db', 'acme/db')) as object), []);
  });

  test('needs a Grant for a search or a generator that the platform wrote', () => {
    for (const [source, value] of [
      [{ find: { name: { regexp: '.*' } } }, '.* for spec.dataFrom.find.name.regexp'],
      [{ sourceRef: { generatorRef: { name: 'x' } } }, 'x for spec.dataFrom.sourceRef.generatorRef.name'],
    ] as const) {
      const target = { template: { data: { url: part } } };
      const spec = { secretStoreRef: { name: 'vault' }, dataFrom: [source], target };
      const object = { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', metadata: { name: 'x' }, spec };
      assert.equal(problemsOf(object), [`ExternalSecret x: no Grant allows ${value}`]);
    }
  });

  test('needs no Grant for the key if the platform wrote the text', () => {
    const template = { data: { url: '{{ .host }}' }, templateFrom: [{ literal: '{{ .host }}' }] };
    assert.equal(problemsOf(secretWith({ template, name: part }, 'host')), []);
    assert.equal(problemsOf(secretWith({ template }, part)), [message]);
    assert.equal(problemsOf(secretWith({ name: 'x' }, part)), []);
  });
});

suite('a monitor', (test) => {
  function monitorOf(namespaceSelector: object): object {
    const spec = { namespaceSelector, selector: { matchLabels: { app: part } }, endpoints: [{ path: `/${part}` }] };
    return { apiVersion: 'monitoring.coreos.com/v1', kind: 'ServiceMonitor', metadata: { name: 'x' }, spec };
  }

  test('of other namespaces needs a Grant for each part that a parameter sets', () => {
    for (const selector of [{ any: true }, { matchNames: ['tenants'] }])
      assert.equal(problemsOf(monitorOf(selector)), [
        'ServiceMonitor x: no Grant allows /globex for spec.endpoints.path',
        'ServiceMonitor x: no Grant allows globex for spec.selector.matchLabels.app',
      ]);
  });

  test('of its own namespace needs no Grant', () => {
    for (const selector of [{}, { any: false }, { matchNames: ['$'.concat('{namespace}')] }])
      assert.equal(problemsOf(monitorOf(selector)), []);
  });
});
