import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { type Problem, render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { evil, grant, kleff, shared } from './grant-attacks.ts';

function errorsOf(...files: readonly SourceFile[]): readonly Problem[] {
  return render([...shared, ...files]).problems.filter(isError);
}

suite('law: a tenant can use a Grant only within its limits', (test) => {
  test('a directory can have twenty namespaces, and one document of each kind that needs a Grant, unless Grants set other limits', () => {
    const kind = 'Tenant.kleff.kleff.io';
    const many = (count: number) =>
      evil(
        Array.from({ length: count }, (_, n) =>
          kleff('evil', 'free', 'evil').text.replaceAll('evil', `evil-${n}`),
        ).join('---\n'),
      );
    const limited = (...limits: readonly object[]) =>
      limits.map((one, index) => grant(`limits-${index}`, { tenants: ['evil'], limits: one }));
    assert.equal(errorsOf(many(1)), []);
    const [error, ...more] = errorsOf(many(3));
    assert.match(error?.message ?? '', `the directory of tenant evil can have at most 1 document of kind ${kind}`);
    assert.match(error?.fix ?? '', `spec.limits["${kind}"] of a Grant`);
    assert.is(more.length, 1);
    assert.equal(errorsOf(many(3), ...limited({ [kind]: 3 }, { [kind]: 2 })), []);
    assert.is(errorsOf(many(4), ...limited({ [kind]: 3 }, { [kind]: 2 })).length, 1);
    assert.is(errorsOf(many(1), ...limited({ [kind]: 0 })).length, 1);
    assert.equal(errorsOf(many(20), ...limited({ [kind]: 100 })), []);
    assert.is(errorsOf(many(21), ...limited({ [kind]: 100 })).length, 1);
    assert.equal(errorsOf(many(21), ...limited({ [kind]: 100, Namespace: 21 })), []);
    const trusted = { ...many(3), path: 'platform/tenants/evil.yaml' };
    assert.equal(errorsOf(trusted), []);
  });

  test('a Tenant of a directory has at most a thousand labels and annotations for its namespaces', () => {
    const given = grant('keys', { tenants: ['evil'], metadata: ['example.com/*'] });
    const keys = (count: number, value = 'v') =>
      `{${Array.from({ length: count }, (_, index) => `example.com/k${index}: ${value}`).join(', ')}}`;
    const tenant = (common: number, specific: number, value?: string) =>
      evil(
        `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: evil}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev], metadata: {common: {labels: ${keys(common)}}, specific: [{namespaces: [evil-dev], annotations: ${keys(specific, value)}}]}}}\n`,
      );
    assert.equal(errorsOf(given, tenant(600, 400)), []);
    const [error, ...more] = errorsOf(given, tenant(600, 401));
    assert.is(error?.code, 'out-of-range');
    assert.is(error?.message, "metadata has 1001 labels and annotations; the maximum in a tenant's directory is 1000");
    assert.is(error?.at.path, 'spec.namespaces.metadata');
    assert.equal(errorsOf(given, tenant(0, 1, 'v'.repeat(200_000))), []);
    const [large] = errorsOf(given, tenant(0, 2, 'v'.repeat(200_000)));
    const text = '400028 characters of labels and annotations';
    assert.is(large?.message, `metadata has ${text}; the maximum in a tenant's directory is 262144`);
    assert.equal(more, []);
    assert.equal(errorsOf(given, { ...tenant(600, 401), path: 'platform/tenants/evil.yaml' }), []);
  });

  test('all instances of a directory share twice the limits of one gotemplate, regardless of their number', () => {
    const template = {
      path: 'platform/template.yaml',
      text: [
        'apiVersion: tenantoperator.stakater.com/v1alpha1',
        'kind: Template',
        'metadata: {name: list}',
        'parameters: [{name: NAME}, {name: ITEMS}]',
        'resources:',
        '  gotemplate: |',
        '    {{- range $i, $item := splitList "," .ITEMS }}',
        '    ---',
        '    {apiVersion: v1, kind: ConfigMap, metadata: {name: "{{ $.NAME }}-{{ $i }}"}, data: {item: {{ $item | quote }}}}',
        '    {{- end }}\n',
      ].join('\n'),
    };
    const instances = (count: number, items: number) =>
      Array.from({ length: count }, (_, n) => {
        const parameters = `{name: NAME, value: n${n}}, {name: ITEMS, value: "${Array.from({ length: items }, (_, item) => `i${item}`)}"}`;
        return `apiVersion: tenantoperator.stakater.com/v1alpha1\nkind: TemplateInstance\nmetadata: {name: list-${n}, namespace: evil-dev}\nspec: {template: list, parameters: [${parameters}]}\n`;
      });
    const errors = (count: number, items: number) => {
      const own = evil([kleff('evil-dev', 'free', 'evil-dev').text, ...instances(count, items)].join('---\n'));
      return errorsOf(template, own).map(({ message }) => message);
    };
    assert.equal(errors(2, 600), []);
    assert.equal(errors(50, 20), []);
    const [message = '', ...more] = errors(50, 900);
    assert.match(
      message,
      'exceeds the limit of 60000 characters, because the 50 instances in the directory of tenant evil share the limits of 2 templates',
    );
    assert.is(more.length, 49);
  });
});
