import * as assert from 'uvu/assert';
import { bindParameters } from '../../kinds/mto/templating/parameters.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';

const api = 'apiVersion: templates.v2.stakater.com/v2alpha1';
const template = `${api}
kind: Template
metadata: {name: web, namespace: shared}
spec:
  parameters: [{name: replicas, type: number, value: "1"}]
  targetNamespaces: {selector: {matchExpressions: [{key: stakater.com/tenant, operator: Exists}]}}
  gotemplate: "a: {{ .parameters.replicas }}"
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "4"}}}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme}
spec: {quota: small, namespaces: {withTenantPrefix: [dev]}}
`;

function instance(index: number, replicas: string): string {
  return `---
${api}
kind: TemplateInstance
metadata: {name: i${index}, namespace: acme-dev}
spec:
  templateRef: {name: web, namespace: shared}
  parameters: [{name: replicas, value: "${replicas}"}]
`;
}

suite('the cost of a parameter', (test) => {
  test('is small for a value that is almost a number', () => {
    const values = ['', '+', '1e', '1.'].map((start) => `${start}${'0'.repeat(65_000)}x`);
    const text = template + Array.from({ length: 20 }, (_, index) => instance(index, values[index % 4] ?? '')).join('');
    needsAtMost(5000, () => {
      const { problems } = render([{ path: 'in.yaml', text }]);
      assert.is(
        problems.filter(({ message }) => message === 'the value of parameter replicas is not a number').length,
        20,
      );
    });
  });

  test('is limited by a maximum length of the value, which the message names', () => {
    const { problems } = bindParameters(
      [{ name: 'TEAM', validation: '^[a-z]{1,900}$' }],
      [{ name: 'TEAM', value: 'a'.repeat(100_000) }],
    );
    assert.equal(
      problems.map(({ message }) => message),
      ['the value of TEAM has more than 7385 characters, the maximum for the validation ^[a-z]{1,900}$'],
    );
  });
});
