import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { renderGoTemplate } from '../../gotemplate/render.ts';
import { planCharts, render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { acme, file, shared } from './grant-attacks.ts';

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n';
const apiVersion = 'templates.v2.stakater.com/v2alpha1';
const repository = { url: 'https://charts.example.com', name: 'redis', version: '1.0.0' };

suite("law: an instance in a tenant's directory decides only values of a Template of the second operator", (test) => {
  test('a parameter adds only a value to a gotemplate, and no parameter, label or name of an instance is a key', () => {
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n';
    const asValue = `${map}  x: {{ .parameters.X }}\n`;
    for (const value of ['plain', '8080', 'registry.example.com/a:1.0'])
      assert.equal(codesOf(asValue, value), [], value);
    for (const value of ['a\n---\nkind: Secret', '{a: b}', 'a: b', '# x', '&a', '- a', '*a', '!x', '|'])
      assert.equal(codesOf(asValue, value), ['not-granted'], value);
    for (const key of ['.parameters.X', 'index .parameters "X"', '.instance.labels.tier', '.instance.name'])
      assert.equal(codesOf(`${map}  {{ ${key} }}: x\n`, 'plain'), ['not-granted'], key);
    for (const key of ['.parameters.own', '.instance.namespace'])
      assert.equal(codesOf(`${map}  {{ ${key} }}: x\n`, 'plain'), [], key);
  });

  test('a parameter chooses no kind that the Template does not contain', () => {
    const text = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: {{ .parameters.X }}\nmetadata: {name: x}\n';
    assert.ok(codesOf(text, 'RoleBinding').length > 0);
  });

  test('a parameter adds no template to the values of a chart', () => {
    const valuesTemplate = 'name: {{ .parameters.X | quote }}\nown: "{{ "{{" }}"\n';
    assert.equal(codesOf({ valuesTemplate }, '{{ .Files.Get "x" }}'), ['not-granted']);
    assert.equal(codesOf({ valuesTemplate }, 'plain'), ['unresolved-reference']);
  });

  test('a label decides no protected field of a chart', () => {
    const host = 'host: {{ .instance.labels.tier }}\n';
    const absent = '{{ if ne .instance.labels.tier "gold" }}host: x\n{{ end }}';
    const chosen = `other: y\n${absent}`;
    for (const valuesTemplate of [host, absent, chosen])
      assert.equal(chartCodes(valuesTemplate), ['not-granted'], valuesTemplate);
    for (const valuesTemplate of ['host: gold\n', 'host: {{ .parameters.own }}-{{ .instance.namespace }}\n'])
      assert.equal(chartCodes(valuesTemplate), [], valuesTemplate);
  });

  test('a Grant names a Template with its namespace', () => {
    const messagesWith = (name: string) => errors(configMap, 'plain', grantOf(name)).map(({ message }) => message);
    for (const name of ['x', 'words', 'acme-dev/words', 'shared/word'])
      assert.equal(messagesWith(name), ['Template shared/words is not granted to tenant acme'], name);
    assert.equal(messagesWith('shared/words'), []);
  });

  test('a Grant of a Template of the first operator names no namespace', () => {
    const template = '{apiVersion: templates.stakater.com/v1alpha1, kind: Template, metadata: {name: words}, ';
    const manifest = '{apiVersion: v1, kind: ConfigMap, metadata: {name: first}}';
    const instance =
      '{apiVersion: templates.stakater.com/v1alpha1, kind: TemplateInstance, metadata: {name: first, namespace: acme-dev}, spec: {template: words}}';
    const first = [
      file('platform/first.yaml', `${template}resources: {manifests: [${manifest}]}}`),
      file('tenants/acme/first.yaml', instance),
    ];
    const messagesWith = (name: string) =>
      errors(configMap, 'plain', ...first, grantOf(name)).map(({ message }) => message);
    assert.equal(messagesWith('words'), ['Template shared/words is not granted to tenant acme']);
    assert.equal(messagesWith('shared/words'), ['Template words is not granted to tenant acme']);
  });

  test('a parameter is also marked if an expression reads it together with others', () => {
    const data = { parameters: { a: 'x', b: 'y' }, instance: { name: 'n' } };
    for (const [text, marks] of [
      ['{{ .parameters.a }}', 1],
      ['{{ .parameters.b }}', 0],
      ['{{ .parameters | toJson }}', 1],
      ['{{ with .parameters }}{{ .b }}{{ end }}', 1],
      ['{{ $.parameters.a }}{{ .instance.name }}', 1],
      ['{{ range $k, $v := .parameters }}{{ $v }}{{ end }}', 2],
    ] as const) {
      const result = renderGoTemplate(text, data, new Set(['parameters.a']));
      assert.is(result.ok && result.marks.length, marks, text);
    }
  });
});

function grantOf(template: string): SourceFile {
  const spec = { tenants: ['*'], templates: [template] };
  const grant = { apiVersion: 'leasehold.dev/v1alpha1', kind: 'Grant', metadata: { name: 'few' }, spec };
  return file('platform/few.yaml', JSON.stringify(grant));
}

function codesOf(content: string | object, value: string): readonly string[] {
  return errors(content, value).map(({ code }) => code);
}

/** The error codes of an instance of a Template with a chart. It sets no parameter, and the inflated chart has a load balancer. */
function chartCodes(valuesTemplate: string): readonly string[] {
  const files = filesOf({ helm: { releaseName: 'own', chart: { repository }, valuesTemplate } }, []);
  const [planned] = planCharts(files, '.').missing;
  if (!planned) throw new Error('no instance needs the chart');
  const { chart } = planned;
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec: { type: 'LoadBalancer' } };
  const { name, release, namespace } = chart;
  const spec = { chart: chart.chart, release, namespace, objects: [service] };
  const inflated = { apiVersion: 'leasehold.dev/v1alpha1', kind: 'InflatedChart', metadata: { name }, spec };
  const chartFile = file(`platform/tenants/acme/charts/${name}.yaml`, JSON.stringify(inflated));
  return render([...files, chartFile])
    .problems.filter(isError)
    .map(({ code }) => code);
}

/** The errors of a Template of the platform, and of an instance of it in the directory of acme with a parameter X. */
function errors(content: string | object, value: string, ...more: readonly SourceFile[]) {
  const engine =
    typeof content === 'string' ? { gotemplate: content } : { helm: { chart: { repository }, ...content } };
  return render([...filesOf(engine, [{ name: 'X', value }]), ...more]).problems.filter(isError);
}

function filesOf(engine: object, set: readonly object[]): readonly SourceFile[] {
  const parameters = [
    { name: 'X', value: 'x' },
    { name: 'own', value: 'own' },
  ];
  const targetNamespaces = { explicit: { allow: { literal: ['*'] } } };
  const template = {
    apiVersion,
    kind: 'Template',
    metadata: { name: 'words', namespace: 'shared' },
    spec: { ...engine, parameters, targetNamespaces },
  };
  const spec = { templateRef: { name: 'words', namespace: 'shared' }, parameters: set };
  const metadata = { name: 'words', namespace: 'acme-dev', labels: { tier: 'gold' } };
  return [
    ...shared,
    acme,
    file('platform/words.yaml', JSON.stringify(template)),
    file('tenants/acme/i.yaml', JSON.stringify({ apiVersion, kind: 'TemplateInstance', metadata, spec })),
  ];
}
