import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { messagesOf } from './delegated.ts';

const part = '$'.concat('{{PART}}');

/** The errors for a value of PART, without the name of the Template. */
function problemsOf(resources: object, value: string): readonly string[] {
  return messagesOf(resources, { PART: value }).map((message) => message.replace('Template words: ', ''));
}

function manifest(spec: object): object {
  return { manifests: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { containers: [], ...spec } }] };
}

/** A gotemplate with a Pod, whose container mounts a volume that tenants share. */
function podText(fields: string, mount = 'subPath: acme', volume = 'nfs: {server: nfs.example.com, path: /}'): object {
  return {
    gotemplate: `apiVersion: v1
kind: Pod
metadata: {name: x}
spec:
  ${fields}
  volumes:
    - name: data
      ${volume}
  containers:
    - name: x
      image: x
      securityContext: {allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: {drop: [ALL]}, seccompProfile: {type: RuntimeDefault}}
      volumeMounts:
        - name: data
          mountPath: /data
          ${mount}
`,
  };
}

function objectText(apiVersion: string, kind: string, spec: string): object {
  return { gotemplate: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\nspec:\n${spec}\n` };
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
  ...['nfs.csi.k8s.io', 'smb.csi.k8s.io'].flatMap((driver) =>
    [
      '{{- with .PART }}\n            subDir: {{ . }}\n            {{- end }}',
      'subDir: {{ if eq .PART "prod" }}acme-prod{{ else if eq .PART "dev" }}acme-dev{{ end }}',
    ].map((subDir): readonly [string, object, string] => [
      `the folder of ${driver} in ${subDir}`,
      podText(
        '',
        'subPath: acme',
        `csi:\n          driver: ${driver}\n          volumeAttributes:\n            share: /tenants\n            ${subDir}`,
      ),
      `Pod x: no Grant allows {"driver":"${driver}","volumeAttributes":{"share":"/tenants"${subDir.startsWith('{') ? '' : ',"subDir":null'}}} for spec.volumes.csi`,
    ]),
  ),
  [
    'the entry of a key that a PushSecret writes',
    objectText(
      'external-secrets.io/v1alpha1',
      'PushSecret',
      `  data:\n    - match:\n        secretKey: x\n        remoteRef:\n          remoteKey: shared/registry\n          {{- with .PART }}\n          property: {{ . }}\n          {{- end }}`,
    ),
    'PushSecret x: no Grant allows {"remoteKey":"shared/registry"} for spec.data.match.remoteRef',
  ],
  ...[
    '{{- with .PART }}\n      matches: [{path: {value: {{ . | quote }}}}]\n      {{- end }}',
    'matches: [{{ range compact (splitList "," .PART) }}{path: {value: {{ . | quote }}}}, {{ end }}]',
  ].map((matches, index): readonly [string, object, string] => [
    `the paths of a shared host in ${matches}`,
    objectText(
      'gateway.networking.k8s.io/v1',
      'HTTPRoute',
      `  hostnames: [apps.example.com]\n  rules:\n    - backendRefs: [{name: x, port: 80}]\n      ${matches}`,
    ),
    `HTTPRoute x: no Grant allows ${index === 0 ? '{"backendRefs":[{"name":"x","port":80}]} for spec.rules' : '[] for spec.rules.matches'}`,
  ]),
  [
    'the listener of a shared Gateway',
    objectText(
      'gateway.networking.k8s.io/v1alpha2',
      'TCPRoute',
      '  parentRefs:\n    - name: shared\n      {{- with .PART }}\n      sectionName: {{ . }}\n      {{- end }}\n  rules: []',
    ),
    'TCPRoute x: no Grant allows {"name":"shared"} for spec.parentRefs',
  ],
  [
    'the mode of a mount',
    podText('', 'subPath: acme\n          {{- if .PART }}\n          readOnly: true\n          {{- end }}'),
    'Pod x: no Grant allows {"name":"data","mountPath":"/data","subPath":"acme"} for spec.containers.volumeMounts',
  ],
  [
    'the peers of a NetworkPolicy with ports',
    objectText(
      'networking.k8s.io/v1',
      'NetworkPolicy',
      '  podSelector: {}\n  ingress:\n    - ports: [{port: 80}]\n      {{- with .PART }}\n      from: [{podSelector: {}}]\n      {{- end }}',
    ),
    'NetworkPolicy x: no Grant allows {"ports":[{"port":80}]} for spec.ingress',
  ],
  [
    'all amounts of a ResourceQuota',
    objectText('v1', 'ResourceQuota', '  scopes: [Terminating]{{ if .PART }}\n  hard: {pods: "10"}{{ end }}'),
    'ResourceQuota x: no Grant allows {"scopes":["Terminating"]} for spec',
  ],
  [
    'the folder after a choice by or',
    podText(
      '{{ $folder := or .PART "" }}',
      'subPath: acme',
      'csi: {driver: nfs.csi.k8s.io{{ with $folder }}, volumeAttributes: {subDir: acme}{{ end }}}',
    ),
    'Pod x: no Grant allows {"driver":"nfs.csi.k8s.io"} for spec.volumes.csi',
  ],
  [
    'the folder after break',
    podText(
      '',
      'subPath: acme',
      'csi: {driver: nfs.csi.k8s.io{{ range list 1 }}{{ if not $.PART }}{{ break }}{{ end }}, volumeAttributes: {subDir: acme}{{ end }}}',
    ),
    'Pod x: no Grant allows {"driver":"nfs.csi.k8s.io"} for spec.volumes.csi',
  ],
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
    const containers = [{ name: 'x', image: part, volumeMounts: [whole, { ...whole, subPath: null }] }];
    assert.equal(problemsOf(manifest({ volumes, containers }), ''), []);
    assert.equal(problemsOf(podText(selected, ''), ''), []);
  });

  test('a toleration of every effect, even next to other parts that a parameter selects', () => {
    const tolerations = '\n  tolerations: [{key: gpu, operator: Exists}]';
    assert.equal(problemsOf(podText(`${selected}${tolerations}`), ''), []);
    assert.equal(problemsOf(manifest({ hostname: part, tolerations: [{ operator: 'Exists' }] }), ''), []);
  });

  for (const [what, fields, volume] of [
    ['a whole volume', '', '{{ if .PART }}nfs: {server: s, path: /p}{{ else }}nfs: {server: s, path: /q}{{ end }}'],
    [
      'an item after a shared volume',
      '',
      'nfs: {server: s, path: /}\n    {{- if .PART }}\n    - name: own\n      emptyDir: {}\n    {{- end }}',
    ],
    [
      'an item before a shared volume',
      '',
      'emptyDir: {}\n    {{- if .PART }}\n    - name: own\n      emptyDir: {}\n    {{- end }}\n    - name: more\n      nfs:\n        server: s\n        path: /',
    ],
    [
      'a field after a shared volume',
      '',
      'nfs:\n        server: s\n        path: /\n  {{- if .PART }}\n  hostname: x\n  {{- end }}',
    ],
    ['a part of a text', '', 'nfs: {server: s, path: "/{{ if .PART }}a{{ else }}b{{ end }}"}'],
  ] as const)
    test(`${what} that a parameter selects`, () => {
      for (const value of ['', 'x']) assert.equal(problemsOf(podText(fields, 'subPath: acme', volume), value), []);
    });

  test('an object after others that a parameter selects', () => {
    const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: x}\nspec: {hard: {pods: "1"}}\n';
    const own = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\n';
    for (const gotemplate of [
      `{{ if .PART }}\n${own}---\n{{ end }}${quota}`,
      `${quota}{{ if .PART }}---\n${own}{{ end }}`,
    ])
      for (const value of ['', 'x']) assert.equal(problemsOf({ gotemplate }, value), []);
  });

  test('a list of permissions that a parameter empties', () => {
    const text =
      'tolerations:\n  {{- if .PART }}\n    - {key: gpu, operator: Exists, effect: NoSchedule}\n  {{- end }}';
    assert.equal(problemsOf(podText(text), ''), []);
  });
});
