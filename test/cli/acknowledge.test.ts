import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { kleffTenant } from './sandbox.ts';

const platform = {
  path: 'platform.yaml',
  text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {defaultNamespace: tenants, cluster: {mesh: none}}\n',
};
const delegating = {
  ...platform,
  text: platform.text.replace('{defaultNamespace', '{directoryPerTenant: true, defaultNamespace'),
};

/** A tenant with the warning status-ignored. */
const tenant = (codes: string, path = 'acme.yaml') => ({
  path,
  text: `${kleffTenant('acme').replace('acknowledge: risky-value', `acknowledge: "${codes}"`)}status: {}\n`,
});
const problemsOf = (...files: Parameters<typeof render>[0]) =>
  render(files).problems.map(({ code, message }) => `${code}: ${message}`);

suite('the annotation leasehold.dev/acknowledge', (test) => {
  test('omits the warnings that it names, and no others', () => {
    assert.is(problemsOf(platform, tenant('')).length, 1);
    assert.equal(problemsOf(platform, tenant('status-ignored')), []);
    assert.is(problemsOf(platform, tenant('risky-value')).length, 1);
    assert.equal(problemsOf(platform, tenant('risky-value, status-ignored')), []);
  });

  test('applies only to its own document', () => {
    const other = { path: 'globex.yaml', text: `${kleffTenant('globex')}status: {}\n` };
    assert.is(problemsOf(platform, tenant('status-ignored'), other).length, 1);
  });

  test('applies only to ambiguous values of its own document, or of its own item of a List', () => {
    const ambiguous = (name: string, code: string) =>
      kleffTenant(name).replace('risky-value }', `"${code}" }\n  labels:\n    team: no`);
    const texts = [ambiguous('acme', ''), ambiguous('globex', 'ambiguous-scalar'), ambiguous('initech', '')];
    const items = texts.map((text) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`).join('');
    for (const text of [texts.join('---\n'), `apiVersion: v1\nkind: List\nitems:\n${items}`]) {
      const lines = text.split('\n').flatMap((line, index) => (line.endsWith('team: no') ? [index + 1] : []));
      const found = render([platform, { path: 'three.yaml', text }]).problems.map(({ code, at }) => [code, at.line]);
      assert.equal(
        found,
        [lines[0], lines[2]].map((line) => ['ambiguous-scalar', line]),
      );
    }
  });

  test('never omits an error, and warns about the code of an error', () => {
    const broken = {
      path: 'acme.yaml',
      text: tenant('unknown-field').text.replace('spec:\n', 'spec:\n  nothing: 1\n'),
    };
    const problems = problemsOf(platform, broken);
    assert.ok(problems.some((problem) => problem.startsWith('unknown-field: ')));
    assert.ok(problems.includes('ignored-field: unknown-field is not a warning code'));
  });

  test('has no effect in the directory of a tenant', () => {
    const problems = problemsOf(delegating, tenant('status-ignored', 'acme/tenant.yaml'));
    assert.ok(
      problems.some((problem) => problem.startsWith('status-ignored')),
      problems.join('\n'),
    );
    assert.ok(problems.includes('ignored-field: a document in a tenant directory cannot acknowledge warnings'));
  });
});
