import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { messagesOf } from './delegated.ts';
import { objectText, podText } from './gotemplates.ts';

/** The errors for a value of PART, without the name of the Template. */
function problemsOf(resources: object, value: string): readonly string[] {
  return messagesOf(resources, { PART: value }).map((message) => message.replace('Template words: ', ''));
}

/** Resources with a part that an empty parameter widens, and the error. */
const widened: readonly (readonly [what: string, resources: object, message: string])[] = [
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
    'the folder after a block scalar',
    podText(
      '',
      'subPath: acme',
      'csi:\n          driver: file.csi.azure.com\n          volumeAttributes:\n            mountOptions: >-\n              uid=1000,\n              actimeo=30\n            {{- with .PART }}\n            folderName: {{ . }}\n            {{- end }}',
    ),
    'Pod x: no Grant allows {"driver":"file.csi.azure.com","volumeAttributes":{"mountOptions":"uid=1000, actimeo=30"}} for spec.volumes.csi',
  ],
  [
    'the entry of a key after a comment in column 0',
    objectText(
      'external-secrets.io/v1alpha1',
      'PushSecret',
      `  data:\n    - match:\n        secretKey: x\n        remoteRef:\n          remoteKey: shared/registry\n          {{- if eq .PART "prod" }}\n# one entry for each stage\n          property: acme-prod\n          {{- end }}`,
    ),
    'PushSecret x: no Grant allows {"remoteKey":"shared/registry"} for spec.data.match.remoteRef',
  ],
  [
    'the mode of a mount after a comment in column 0',
    podText(
      '',
      'subPath: acme\n          {{- if .PART }}\n# The data set belongs to all tenants.\n          readOnly: true\n          {{- end }}',
    ),
    'Pod x: no Grant allows {"name":"data","mountPath":"/data","subPath":"acme"} for spec.containers.volumeMounts',
  ],
  [
    'the folder by a variable that a condition sets',
    podText(
      '{{ $folder := "" }}{{ if .PART }}{{ $folder = "acme" }}{{ end }}',
      'subPath: acme',
      'csi:\n          driver: nfs.csi.k8s.io\n          {{- if $folder }}\n          volumeAttributes: {subDir: acme}\n          {{- end }}',
    ),
    'Pod x: no Grant allows {"driver":"nfs.csi.k8s.io"} for spec.volumes.csi',
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

suite('an empty parameter cannot widen a protected part:', (test) => {
  for (const [what, resources, message] of widened)
    test(what, () => {
      assert.ok(problemsOf(resources, '').includes(message), problemsOf(resources, '').join('\n'));
    });
});

suite('what the platform wrote completely needs no Grant:', (test) => {
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
});
