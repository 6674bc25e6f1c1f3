import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { acme, file, shared } from '../laws/grant-attacks.ts';

const apiVersion = 'templates.stakater.com/v1alpha1';

/** The errors of an instance in the directory of acme that sets parameters of a Template of the platform. */
function messagesOf(resources: object, parameters: Readonly<Record<string, string>>): readonly string[] {
  const names = Object.keys(parameters);
  const metadata = { name: 'words' };
  const template = {
    apiVersion,
    kind: 'Template',
    metadata,
    parameters: names.map((name) => ({ name })),
    resources,
  };
  const spec = { template: 'words', parameters: names.map((name) => ({ name, value: parameters[name] })) };
  const instance = { apiVersion, kind: 'TemplateInstance', metadata: { ...metadata, namespace: 'acme-dev' }, spec };
  const files = [
    file('platform/words.yaml', JSON.stringify(template)),
    file('tenants/acme/i.yaml', JSON.stringify(instance)),
  ];
  return render([...shared, acme, ...files])
    .problems.filter(isError)
    .map(({ message }) => message);
}

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
});
