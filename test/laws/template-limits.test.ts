import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { limits } from '../../data/limits.ts';
import { type Problem, render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { mtoTenant } from './directory-attacks.ts';
import { acme, evil, file, kleff, quota, shared } from './grant-attacks.ts';

const apiVersion = 'templates.stakater.com/v1alpha1';

/** A Template that repeats its parameter, and instances of it. */
function template(name: string, resources: object): SourceFile {
  return file(
    `platform/${name}.yaml`,
    JSON.stringify({ apiVersion, kind: 'Template', metadata: { name }, parameters: [{ name: 'X' }], resources }),
  );
}

function instance(
  name: string,
  namespace: string,
  { of, value }: { readonly of: string; readonly value: string },
): string {
  const spec = { template: of, parameters: [{ name: 'X', value }] };
  return JSON.stringify({ apiVersion, kind: 'TemplateInstance', metadata: { name, namespace }, spec });
}

const data = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, `\${X}`]));
const repeating = template('repeating', {
  manifests: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: data(300) }],
});
const printing = template('printing', {
  gotemplate: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .X }}"}\ndata: {x: ${'y'.repeat(1_000_000)}}\n`,
});
/** Adds nearly as much to the Template as a value may. */
const long = 'x'.repeat(50_000);

function tooLarge(files: readonly SourceFile[], tenant?: string): readonly Problem[] {
  const { problems } = render(files, tenant === undefined ? undefined : { tenant });
  return problems.filter(isError).filter(({ code }) => code === 'too-large');
}

suite('limits of what Templates render', (test) => {
  const tenant = kleff('evil', 'free', 'evil').text;

  test('values that would add more than a Template may print are an error', () => {
    const huge = 'x'.repeat(60_000);
    const [error] = tooLarge([
      ...shared,
      repeating,
      evil(`${tenant}---\n${instance('a', 'evil', { of: 'repeating', value: huge })}`),
    ]);
    assert.match(error?.message ?? '', 'would add more than 16 MiB to Template repeating');
  });

  test('instances in the files of a directory share a limit of steps, and other tenants do not notice', () => {
    const instances = ['a', 'b', 'c'].map((name) =>
      file(`tenants/evil/${name}.yaml`, instance(name, 'evil', { of: 'repeating', value: long })),
    );
    const files = [...shared, repeating, acme, evil(tenant), ...instances];
    assert.is(tooLarge([...files.slice(0, -2)]).length, 0);
    const [error, ...more] = tooLarge(files);
    assert.match(
      error?.message ?? '',
      `all instances in the tenant's directory together take more than ${limits.steps} steps`,
    );
    assert.equal([error?.at.file, ...more.map(({ at }) => at.file)], ['tenants/evil/b.yaml', 'tenants/evil/c.yaml']);
    assert.ok(render(files, { tenant: 'acme' }).ok);
  });

  test('without a directory per tenant, instances in one file share the limit', () => {
    const named = (name: string) => instance(name, 'evil', { of: 'repeating', value: long });
    const apart = ['a', 'b', 'c'].map((name) => file(`${name}.yaml`, named(name)));
    const common = [repeating, file('evil.yaml', tenant)];
    assert.equal(tooLarge([...common, ...apart]), []);
    const together = file('all.yaml', ['a', 'b', 'c'].map(named).join('\n---\n'));
    assert.is(tooLarge([...common, together]).length, 2);
  });

  test('what gotemplates print counts', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      instance(`i${index}`, 'evil', { of: 'printing', value: `x${index}` }),
    );
    const instances = (count: number) => file('all.yaml', many.slice(0, count).join('\n---\n'));
    const common = [printing, file('evil.yaml', tenant)];
    assert.equal(tooLarge([...common, instances(10)]), []);
    assert.ok(tooLarge([...common, instances(40)]).length > 0);
  });

  test('what the platform renders for one tenant does not count for another', () => {
    const selector = { matchExpressions: [{ key: 'stakater.com/tenant', operator: 'Exists' }] };
    const spec = { template: 'repeating', parameters: [{ name: 'X', value: long }], selector };
    const everywhere = { apiVersion, kind: 'ClusterTemplateInstance', metadata: { name: 'all' }, spec };
    const namespaces = (name: string, list: readonly string[]) =>
      file(`tenants/${name}/mto.yaml`, mtoTenant(name, list));
    const files = [
      ...shared.filter((one) => one !== quota),
      quota,
      repeating,
      file('platform/all.yaml', JSON.stringify(everywhere)),
      namespaces('acme', ['dev']),
      namespaces('evil', ['aa', 'bb', 'cc']),
    ];
    const errors = tooLarge(files, 'acme');
    assert.equal(errors, []);
    assert.ok(tooLarge(files, 'evil').length > 0);
    assert.ok(render(files, { tenant: 'acme' }).ok);
  });
});
