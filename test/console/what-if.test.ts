import * as assert from 'uvu/assert';
import { simulationExamples } from '../../console/model/simulation-examples.ts';
import { suite } from '../harness.ts';
import { sampleFiles, sampleText, serviceOf } from './sample.ts';

const service = serviceOf(sampleFiles);
const file = 'tenants/mto-quota-small.yaml';
const cpu = ['spec', 'resourcequota', 'hard', 'requests.cpu'];

suite('on the what-if page,', (test) => {
  test('the amounts of shared documents can be changed, and those of a tenant cannot', async () => {
    const found = await service.sharedAmounts(undefined);
    const quota = found.find((one) => one.file === file);
    assert.equal(quota?.title, 'Quota small');
    assert.ok(
      quota?.fields.some(({ key, value }) => key === 'spec.resourcequota.hard["requests.cpu"]' && value === '8'),
    );
    assert.is(
      found.some((one) => one.file === 'tenants/mto-tenant-pay.yaml'),
      false,
    );
  });

  test('a larger quota affects every tenant that uses it, and changes no file', async () => {
    const outcome = await service.whatIf(undefined, { file, document: 0, values: [{ path: cpu, value: '16' }] });
    assert.equal(
      outcome?.tenants.map(({ tenant }) => tenant),
      ['lab', 'pay'],
    );
    assert.ok((outcome?.ceiling?.after ?? 0) > (outcome?.ceiling?.before ?? 0));
    const total = outcome?.totals.find(({ resource }) => resource === 'requests.cpu');
    assert.is((total?.after ?? 0) > (total?.before ?? 0), true);
    assert.is(outcome?.text, sampleText(file).replace('requests.cpu: "8"', 'requests.cpu: "16"'));
    assert.is((await service.tenants(undefined)).find(({ name }) => name === 'pay')?.ceiling?.amount, 227.76);
  });

  test('a value that does not render is a problem', async () => {
    const outcome = await service.whatIf(undefined, { file, document: 0, values: [{ path: cpu, value: 'many' }] });
    assert.is(outcome?.ok, false);
    assert.ok((outcome?.problems.length ?? 0) > 0);
  });
});

suite('in a simulation,', (test) => {
  const binding = simulationExamples['RoleBinding'] ?? '';

  test('a rule rejects a binding in a namespace of a tenant', async () => {
    const { objects, isHypothetical, message } = await service.simulate(undefined, binding, 'pay-prod');
    assert.equal(
      [message, isHypothetical, objects[0]?.title, objects[0]?.tenant],
      ['', true, 'RoleBinding everyone', 'pay'],
    );
    const verdict = objects[0]?.verdicts.find(({ messages }) => messages.length > 0);
    assert.equal([verdict?.rule, verdict?.isChecked], ['role-bindings', true]);
    assert.ok(objects[0]?.verdicts.some(({ isChecked, messages }) => !isChecked && messages.length === 0));
  });

  test('no rule applies outside of the namespaces of tenants', async () => {
    const { objects } = await service.simulate(undefined, binding, 'kube-system');
    assert.is(objects[0]?.tenant, '');
    assert.ok(objects[0]?.verdicts.every(({ messages }) => messages.length === 0));
  });

  test('the mode is that of the Platform', async () => {
    const enforcement = '\n  enforcement:\n    mode: warn\n';
    const files = sampleFiles.map((one) =>
      'text' in one && one.path === 'tenants/platform.yaml' ? { ...one, text: one.text.trimEnd() + enforcement } : one,
    );
    const { objects, isHypothetical } = await serviceOf(files).simulate(undefined, binding, 'pay-prod');
    const verdict = objects[0]?.verdicts.find(({ rule }) => rule === 'role-bindings');
    assert.equal([isHypothetical, verdict?.mode], [false, 'warn']);
  });

  test('a text without an object causes a message', async () => {
    for (const text of ['', 'a: [', '- 1', 'hello'])
      assert.is.not((await service.simulate(undefined, text, 'pay-prod')).message, '');
  });
});
