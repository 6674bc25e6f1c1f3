import type { SourceFile } from '../../leasehold.ts';
import { delegated } from './delegated-shapes.ts';
import { type HostileShape, mto, shapes, templatesApi, times } from './write.ts';

/** A Template that prints a list of a parameter, next to a part that only a Grant allows. */
function template(loop: string): SourceFile {
  return {
    path: 'platform/template.yaml',
    text: `${templatesApi}
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
    'imagePullSecrets: [{{ range splitList "," .env }}{{ if . }}{name: {{ . | quote }}}, {{ end }}{{ end }}]',
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
        template(loop),
        ...delegated(
          `${mto('evil', '  namespaces: {withTenantPrefix: [dev]}')}\n---\n${templatesApi}\nkind: TemplateInstance\nmetadata: {name: app, namespace: evil-dev}\nspec: {template: app, sync: true, parameters: [{name: env, value: "${times(size, value, ',')}"}]}`,
        ),
      ],
    ]),
  ),
);
