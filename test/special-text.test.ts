import * as assert from 'uvu/assert';
import { isError } from '../core/problem/problem.ts';
import { flat } from '../data/flat.ts';
import { own } from '../data/own.ts';
import { render, type SourceFile } from '../leasehold.ts';
import { suite } from './harness.ts';

function file(text: string): SourceFile {
  return { path: 'tenants/evil.yaml', text };
}

function kleff(name: string): string {
  return `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: ${name}, namespace: tenants}\nspec: {plan: basic, userId: ${name}, username: ${name}}\n`;
}

suite('with text that has a special meaning in JavaScript,', (test) => {
  test('an object in place of a choice is an ordinary error', () => {
    for (const value of ['{toString: x}', '{valueOf: 1, toString: 1}', '{constructor: x}']) {
      const { problems } = render([file(kleff('t').replace('plan: basic', `plan: ${value}`))]);
      assert.ok(problems.length > 0, value);
      assert.not(problems.some(({ code }) => code === 'internal-error'));
    }
  });

  test('an object in place of an amount, or of a value of a chart, is not an internal-error', () => {
    const group = 'apiVersion: templates.stakater.com/v1alpha1\nkind:';
    const quota =
      'apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: {name: q}\nspec: {limitrange: {limits: [{type: Container, default: {toString: 1}}]}}\n---\napiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: m}\nspec: {quota: q, namespaces: {withTenantPrefix: [dev]}}\n';
    const chart = (value: string) =>
      `${group} Template\nmetadata: {name: c}\nparameters: [{name: X, value: x}]\nresources: {helm: {chart: {repository: {name: redis, version: 1.0.0, repoUrl: https://charts.example.com}}, setValues: [{name: size, value: ${value}}]}}\n---\n${group} TemplateInstance\nmetadata: {name: c, namespace: user-t}\nspec: {template: c, parameters: [{name: X, value: "{toString: 1}"}]}\n`;
    for (const text of [quota, chart('{toString: 1}'), chart(`"\${X}"`), chart(`"\${{X}}"`)]) {
      const { problems, objects } = render([file(`${kleff('t')}---\n${text}`)]);
      assert.ok(problems.some(isError) || objects.some((object) => object.text.includes('toString: ')), text);
      assert.not(
        problems.some(({ code }) => code === 'internal-error'),
        text,
      );
    }
  });

  test('a flattened text keeps a leading NUL', () => assert.is(flat('\0a'), '\0a'));

  test('a schedule of 245,000 items is not an internal-error', () => {
    const schedule = `${'1,'.repeat(245_000)}1 20 * * *`;
    const text = `apiVersion: hibernation.stakater.com/v1beta1\nkind: ResourceSupervisor\nmetadata: {name: s, namespace: t-dev}\nspec: {schedule: {sleepSchedule: "${schedule}", wakeSchedule: 0 6 * * *}}\n`;
    const { problems } = render([file(text)]);
    assert.not(problems.some(({ code }) => code === 'internal-error'));
  });

  test('an inherited key is not found', () => {
    assert.is(own({}, 'constructor'), undefined);
    assert.is(own({ constructor: 'a' }, 'constructor'), 'a');
  });
});
