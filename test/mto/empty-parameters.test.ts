import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { messagesOf } from './delegated.ts';
import { objectText, podText } from './gotemplates.ts';

const part = '$'.concat('{{PART}}');

/** The errors for a value of PART, without the name of the Template. */
function problemsOf(resources: object, value: string): readonly string[] {
  return messagesOf(resources, { PART: value }).map((message) => message.replace('Template words: ', ''));
}

function manifest(spec: object): object {
  return { manifests: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { containers: [], ...spec } }] };
}

const folder = 'spec.containers.volumeMounts.subPath';
const ingress = (rest: string) =>
  objectText('networking.k8s.io/v1', 'Ingress', `  rules:\n    - ${rest}\n      http: {paths: []}`);
const route = (hostnames: string) =>
  objectText('gateway.networking.k8s.io/v1', 'HTTPRoute', `  hostnames: ${hostnames}\n  rules: []`);

/** Resources with a field that limits what the object reaches, which an empty parameter removes, and the error. */
const widened: readonly (readonly [what: string, resources: object, message: string])[] = [
  [
    'the folder in a shared volume',
    manifest({
      volumes: [{ name: 'data', csi: { driver: 'nfs.csi.k8s.io' } }],
      containers: [{ name: 'x', volumeMounts: [{ name: 'data', mountPath: '/data', subPath: part }] }],
    }),
    `Pod x: ${folder} must be set`,
  ],
  ['the folder in a gotemplate', podText('', 'subPath: {{ .PART }}'), `Pod x: ${folder} must be set`],
  [
    'the folder inside with',
    podText('', '{{- with .PART }}\n          subPath: {{ . }}\n          {{- end }}'),
    `Pod x: ${folder} must be set`,
  ],
  [
    'the variable of a folder',
    manifest({
      volumes: [{ name: 'data', hostPath: { path: '/data' } }],
      containers: [
        {
          name: 'x',
          env: [{ name: 'F', value: part }],
          volumeMounts: [{ name: 'data', mountPath: '/data', subPathExpr: '$(F)' }],
        },
      ],
    }),
    `Pod x: ${folder}Expr must be set`,
  ],
  [
    'the key of a toleration',
    manifest({ tolerations: [{ key: part, operator: 'Exists', effect: 'NoSchedule' }] }),
    'Pod x: spec.tolerations.key must be set',
  ],
  [
    'the key of a toleration inside with',
    podText('tolerations: [{operator: Exists{{ with .PART }}, key: {{ . }}{{ end }}}]'),
    'Pod x: spec.tolerations.key must be set',
  ],
  [
    'the effect of a toleration',
    manifest({ tolerations: [{ key: 'x', operator: 'Exists', effect: part }] }),
    'Pod x: spec.tolerations.effect must be set',
  ],
  ['the runtime', manifest({ runtimeClassName: part }), 'Pod x: spec.runtimeClassName must be set'],
  [
    'the labels of pods in other namespaces',
    podText(
      'affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: x, namespaceSelector: {}, labelSelector: {matchLabels: {{ with .PART }}{app: x}{{ end }}}}]}}',
    ),
    'Pod x: spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.labelSelector.matchLabels must be set',
  ],
  [
    'the peers of a NetworkPolicy',
    objectText(
      'networking.k8s.io/v1',
      'NetworkPolicy',
      '  podSelector: {}\n  ingress:\n    - from:\n      {{- if .PART }}\n        - podSelector: {}\n      {{- end }}',
    ),
    'NetworkPolicy x: spec.ingress.from must be set',
  ],
  [
    'the amounts of a ResourceQuota',
    objectText('v1', 'ResourceQuota', '  hard:\n    {{- if eq .PART "small" }}\n    pods: "10"\n    {{- end }}'),
    'ResourceQuota x: spec.hard must be set',
  ],
  ...[
    'host: {{ if .PART }}a.example{{ end }}',
    'host: "{{ if .PART }}a.example{{ end }}"',
    '{{ if .PART }}host: a.example{{ end }}',
  ].map((rest): readonly [string, object, string] => [
    `the host in ${rest}`,
    ingress(rest),
    'Ingress x: spec.rules.host must be set',
  ]),
  ...[
    '[{{ range compact (splitList "," .PART) }}{{ . | quote }}, {{ end }}]',
    '{{ if .PART }}[a.example]{{ end }}',
  ].map((hosts): readonly [string, object, string] => [
    `the hosts in ${hosts}`,
    route(hosts),
    'HTTPRoute x: spec.hostnames must be set',
  ]),
];

suite('an empty parameter cannot remove a limit:', (test) => {
  for (const [what, resources, message] of widened)
    test(what, () => {
      assert.ok(problemsOf(resources, '').includes(message), problemsOf(resources, '').join('\n'));
    });
});

suite('what the platform leaves out needs no Grant:', (test) => {
  const selected = '{{ if .PART }}hostname: x{{ end }}';

  test('a mount of a whole volume', () => {
    const whole = { name: 'data', mountPath: '/data' };
    const volumes = [{ name: 'data', nfs: { server: 'nfs.example.com', path: '/' } }];
    const containers = [
      { name: 'x', image: part, volumeMounts: [whole, { ...whole, mountPath: '/all', subPath: null }] },
    ];
    assert.equal(problemsOf(manifest({ volumes, containers }), ''), []);
    assert.equal(problemsOf(podText(selected, ''), ''), []);
  });

  test('a toleration of every effect, even next to other parts that a parameter selects', () => {
    const tolerations = '\n  tolerations: [{key: gpu, operator: Exists}]';
    assert.equal(problemsOf(podText(`${selected}${tolerations}`), ''), []);
    assert.equal(problemsOf(manifest({ hostname: part, tolerations: [{ operator: 'Exists' }] }), ''), []);
  });

  test('a list of permissions that a parameter empties', () => {
    const text =
      'tolerations:\n  {{- if .PART }}\n    - {key: gpu, operator: Exists, effect: NoSchedule}\n  {{- end }}';
    assert.equal(problemsOf(podText(text), ''), []);
  });
});
