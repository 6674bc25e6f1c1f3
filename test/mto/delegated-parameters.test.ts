import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';
import { messagesOf } from './delegated.ts';

suite("for parameters from a tenant's directory,", (test) => {
  test('an error in the output of a gotemplate names the parameters', () => {
    const gotemplate = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  x: {{ .A }}\n  y: {{ .B }}\n';
    const prefix = 'the gotemplate of Template words: parameter A';
    const suffix = "from a tenant's directory can set only single values, not lists, mappings or other YAML syntax";
    assert.equal(messagesOf({ gotemplate }, { A: 'a: b', B: 'b' }), [`${prefix} ${suffix}`]);
  });

  test('an error in the values of a chart names the parameters, not the text', () => {
    const repository = { name: 'redis', version: '1.0.0', repoUrl: 'https://charts.example.com' };
    const helm = { chart: { repository }, values: `title: x\nname: \${A}\${B}\n` };
    const suffix = '{{, which charts can evaluate as a template';
    const prefix = 'the chart of Template words:';
    assert.equal(messagesOf({ helm }, { A: '{{ x }}', B: 'b' }), [`${prefix} parameter A adds ${suffix}`]);
    assert.equal(messagesOf({ helm }, { A: '{', B: '{ x' }), [`${prefix} parameters A and B add ${suffix}`]);
  });

  test("a parameter cannot select another tenant's part of what the Template of the platform uses", () => {
    for (const { object, message } of selections)
      assert.equal(messagesOf({ manifests: [object] }, { PART: 'globex' }), [`Template words: ${message}`]);
    const [paths] = selections;
    for (const own of ['acme', 'acme/login', 'acme-eu/x'])
      assert.equal(messagesOf({ manifests: [paths?.object] }, { PART: own }), []);
    for (const foreign of ['', 'acmeevil', 'acme/../globex', 'acme//x'])
      assert.is(messagesOf({ manifests: [paths?.object] }, { PART: foreign }).length, 1, foreign);
  });
});

suite('the cost of the volumes of a pod', (test) => {
  test('is small for thousands of volumes and mounts', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `v${index}`);
    const spec = {
      volumes: names.map((name) => ({ name, emptyDir: {} })),
      containers: [{ name: 'x', image: part, volumeMounts: names.map((name) => ({ name, mountPath: `/${name}` })) }],
    };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec };
    needsAtMost(2000, () => void messagesOf({ manifests: [pod] }, { PART: 'x' }));
  });
});

const host = 'shared.example.com';
const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'x' } };
const backend = { service: { name: 'x', port: { number: 80 } } };
const external = { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', metadata: { name: 'x' } };
const secretStoreRef = { kind: 'SecretStore', name: 'vault' };
const part = '$'.concat('{PART}');
const extract = { key: 'shared/db' };
const data = [{ name: 'data', nfs: { server: 'nfs.example.com', path: '/' } }];
const containers = [{ name: 'x', image: 'x', volumeMounts: [{ name: 'data', mountPath: '/data', subPath: part }] }];

/** Objects with a parameter that selects a part of something that tenants share, and the error for a part of globex. */
const selections = [
  {
    object: {
      ...ingress,
      spec: { rules: [{ host, http: { paths: [{ path: `/${part}`, pathType: 'Prefix', backend }] } }] },
    },
    message: `Ingress x: path /globex on host ${host} does not belong to tenant acme`,
  },
  {
    object: { ...ingress, spec: { tls: [{ hosts: [host], secretName: part }] } },
    message: `Ingress x: host ${host} is not granted to tenant acme`,
  },
  {
    object: {
      ...external,
      spec: { secretStoreRef, data: [{ secretKey: 'a', remoteRef: { key: 'shared/db', property: part } }] },
    },
    message: 'ExternalSecret x: key shared/db of store vault is not granted to tenant acme',
  },
  ...[
    { target: { template: { data: { url: part } } } },
    { target: { template: { metadata: { annotations: { note: part } } } } },
    { target: { template: { templateFrom: [{ configMap: { name: part, items: [{ key: 'a' }] } }] } } },
    { dataFrom: [{ extract, rewrite: [{ regexp: { source: part, target: 'x' } }] }] },
  ].map((fields) => ({
    object: { ...external, spec: { secretStoreRef, dataFrom: [{ extract }], ...fields } },
    message: 'ExternalSecret x: key shared/db of store vault is not granted to tenant acme',
  })),
  {
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { containers, volumes: data } },
    message: 'Pod x: no Grant allows globex for spec.containers.volumeMounts.subPath',
  },
];
