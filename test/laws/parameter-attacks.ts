import type { ReadableFile } from '../../core/source/source.ts';
import { instance } from './template-attacks.ts';

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

/** The files of each attack on a Template that prints a parameter. */
export const parameterAttacks: Readonly<Record<string, readonly ReadableFile[]>> = {
  'a parameter that adds an object': attack('text', { VALUE: 'x\n---\napiVersion: v1\nkind: Secret' }),
  'a parameter that adds a field': attack('text', { VALUE: 'x\nimmutable: true' }),
  'a parameter as a key': attack('text', { KEY: 'other' }),
  'a parameter that is a list': attack('whole', { VALUE: '[{name: other}]' }),
  'a chart of its choice': attack('chart', { VALUE: 'https://evil.example.com' }),
};

function attack(template: string, values: Readonly<Record<string, string>>): readonly ReadableFile[] {
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value }));
  return [templates, instance(template, parameters)];
}
