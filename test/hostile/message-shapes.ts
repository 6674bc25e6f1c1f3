import type { SourceFile } from '../../leasehold.ts';
import { delegatedPlatform } from './delegated-shapes.ts';
import { type HostileShape, mto, oneFile, shapes, templatesApi, times } from './write.ts';

const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: app}
spec:
  rules:
  - host: {{ .text | quote }}
    http:
      paths:
      {{- range splitList "," .entries }}
      - {path: {{ . | quote }}, pathType: Prefix, backend: {service: {name: app, port: {number: 80}}}}
      {{- end }}`;

const externalSecret = `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: {name: app}
spec:
  secretStoreRef: {name: vault}
  data: [{secretKey: a, remoteRef: {key: {{ .text | quote }}}}]
  target:
    template:
      templateFrom:
      {{- range splitList "," .entries }}
      - {target: {{ . | quote }}}
      {{- end }}`;

/** An instance of a Template that prints a text once, next to many entries whose messages contain this text. */
function instance(gotemplate: string, text: string, size: number): readonly SourceFile[] {
  const parameters = `[{name: text, value: "${text}"}, {name: entries, value: "${times(size, (i) => `/${i}`, ',')}"}]`;
  return [
    delegatedPlatform(
      `${templatesApi}\nkind: Template\nmetadata: {name: app}\nparameters: [{name: text, value: a}, {name: entries, value: a}]\nresources:\n  gotemplate: |\n${gotemplate.replaceAll(/^/gm, '    ')}`,
    ),
    ...oneFile(
      `${mto('evil', '  namespaces: {withTenantPrefix: [dev]}')}\n---\n${templatesApi}\nkind: TemplateInstance\nmetadata: {name: app, namespace: evil-dev}\nspec: {template: app, sync: true, parameters: ${parameters}}`,
    ),
  ];
}

/**
 * A long text that belongs to many entries. The characters of messages with both would grow with the product of the length and
 * the number of entries.
 */
export const messageShapes: readonly HostileShape[] = shapes([
  ['paths of a host with a long name', 4000, (n) => instance(ingress, 'a'.repeat(8 * n), n)],
  ['templates with a long key that is not granted', 3200, (n) => instance(externalSecret, 'a'.repeat(10 * n), n)],
  ['templates with a long key of the tenant', 3200, (n) => instance(externalSecret, `evil/${'a'.repeat(10 * n)}%`, n)],
]);
