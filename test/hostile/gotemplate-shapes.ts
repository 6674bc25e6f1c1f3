import type { SourceFile } from '../../leasehold.ts';
import { type HostileShape, mto, oneFile, shapes, templatesApi, times } from './write.ts';

/** A platform whose Template prints a list of a parameter in several layouts, next to a part that only a Grant allows. */
function platform(loop: string): SourceFile {
  return {
    path: 'platform/platform.yaml',
    text: `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, tenantsDirectory: tenants, cluster: {mesh: none}}
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: every-tenant}
spec:
  tenants: ["*"]
  kinds: [Tenant.tenantoperator.stakater.com]
  fields: {Tenant.tenantoperator.stakater.com: {spec.quota: [small], spec.namespaces: ["*"]}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "500"}}}
---
${templatesApi}
kind: Template
metadata: {name: app}
parameters: [{name: env, value: A}]
resources:
  gotemplate: |
    apiVersion: v1
    kind: ServiceAccount
    metadata: {name: app}
${loop.replaceAll(/^/gm, '    ')}
    secrets: []
    ---
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: app}
    spec: {podSelector: {}, policyTypes: [Ingress], ingress: [{ports: [{port: 8080}]}]}
`,
  };
}

const items = 'imagePullSecrets:\n- name: first\n';
const item = '- name: {{ . | quote }}\n';

const layouts: Readonly<Record<string, string>> = {
  'on lines of their own': `${items}{{ range splitList "," .env }}\n{{ if . }}\n${item}{{ end }}\n{{ end }}`,
  'without blank lines': `${items}{{- range splitList "," .env }}\n{{- if . }}\n${item}{{- end }}\n{{- end }}`,
  'with one blank line for each': `${items}{{- range splitList "," .env }}\n{{- if . }}\n${item}{{- end }}\n{{ end }}`,
  'with comments': `${items}{{ range splitList "," .env }}\n# one\n{{ if . }}\n${item}{{ end }}\n{{ end }}`,
  'with spaces in one line':
    'automountServiceAccountToken: false{{ range splitList "," .env }}   {{ if . }} {{ end }}{{ end }}',
  'in a flow list':
    'imagePullSecrets: [{{ range splitList "," .env }}{{ if . }}{{ "{" }}name: {{ . | quote }}}, {{ end }}{{ end }}]',
};

const values: Readonly<Record<string, (index: number) => string>> = {
  'empty items': () => '',
  items: (index) => `v${index}`,
  'some empty items': (index) => (index % 2 === 0 ? '' : `v${index}`),
};

/** Lists of a parameter from which the conditions of a trusted Template select. */
export const gotemplateShapes: readonly HostileShape[] = shapes(
  Object.entries(layouts).flatMap(([layout, loop]) =>
    Object.entries(values).map(([what, value]): readonly [string, number, (size: number) => readonly SourceFile[]] => [
      `${what} of a condition in a range ${layout}`,
      8000,
      (size) => [
        platform(loop),
        ...oneFile(
          `${mto('evil', '  namespaces: {withTenantPrefix: [dev]}')}\n---\n${templatesApi}\nkind: TemplateInstance\nmetadata: {name: app, namespace: evil-dev}\nspec: {template: app, sync: true, parameters: [{name: env, value: "${times(size, value, ',')}"}]}`,
        ),
      ],
    ]),
  ),
);
