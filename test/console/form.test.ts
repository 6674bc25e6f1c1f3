import * as assert from 'uvu/assert';
import type { FormField } from '../../analysis/fields/form-field.ts';
import { bodiesOf } from '../../yaml/edit-yaml.ts';
import { suite } from '../harness.ts';
import { sampleFiles, sampleText, serviceOf } from './sample.ts';

const service = serviceOf(sampleFiles);
const pay = sampleText('tenants/mto-tenant-pay.yaml');

function fieldsIn(fields: readonly FormField[]): readonly FormField[] {
  return fields.flatMap((field) => {
    const inner = field.input === 'group' ? field.fields : field.input === 'list' ? field.items : [];
    return [field, ...fieldsIn(inner), ...(field.input === 'map' ? field.entries : [])];
  });
}

/** As JSON. A form shows null as an empty text. */
const dataOf = (text: string) => JSON.stringify(bodiesOf(text), (_, value: unknown) => value ?? '');

async function fieldOf(key: string, text = pay): Promise<FormField | undefined> {
  const [document] = (await service.form(text)) ?? [];
  return fieldsIn(document?.fields ?? []).find((field) => field.key === key);
}

suite('in forms of the console,', (test) => {
  test('a field has its description, its line and the names that it can refer to', async () => {
    const quota = await fieldOf('spec.quota');
    assert.equal(quota, {
      name: 'quota',
      isRequired: true,
      path: ['spec', 'quota'],
      key: 'spec.quota',
      description: 'Quota for all namespaces of the tenant together.',
      isSet: true,
      line: 10,
      standard: '',
      input: 'text',
      value: 'small',
      example: 'small',
      names: ['small'],
    });
    const operator = await fieldOf('spec.namespaces.metadata.specific');
    assert.is(operator?.input, 'list');
  });

  test('every sample file has a form, and each of its texts can be set to the same value', async () => {
    for (const file of sampleFiles) {
      const text = 'text' in file ? file.text : '';
      const documents = (await service.form(text)) ?? [];
      assert.ok(documents.length > 0, file.path);
      for (const { index, fields } of documents)
        for (const field of fieldsIn(fields).filter((one) => one.input === 'text' && one.isSet)) {
          const value = field.input === 'text' ? field.value : '';
          const same = await service.editFields(text, [{ document: index, path: field.path, value }]);
          assert.is(dataOf(same ?? ''), dataOf(text), `${file.path} ${field.key}`);
        }
    }
  });

  test('an edit keeps comments and every other line', async () => {
    const edits = [
      { document: 0, path: ['spec', 'accessControl', 'editors', 'users', 1], value: 'eve@corp.io' },
      { document: 0, path: ['spec', 'accessControl', 'viewers'], value: undefined },
    ];
    const text = await service.editFields(pay, edits);
    const kept = pay.replace('        - kim@corp.io\n', '        - kim@corp.io\n        - eve@corp.io\n');
    assert.is(text, kept.replace('    viewers:\n      groups:\n        - auditors\n', ''));
  });

  test('each system can define a new tenant, which renders unless it contains placeholders', async () => {
    const kinds = await service.tenantKinds();
    assert.equal([...new Set(kinds.map(({ system }) => system))].sort(), ['kleff', 'kryton', 'mto', 'tetrapus']);
    for (const { id } of kinds) {
      const text = await service.newTenant(id, 'globex');
      const { ok, problems } = await service.preview({ path: 'tenants/globex.yaml', text });
      assert.match(text, 'name: globex', id);
      assert.is(ok, !text.includes('<replace'), `${id} ${problems.map(({ message }) => message)}`);
    }
  });

  test('a text that is not YAML has no form', async () => {
    assert.is(await service.form('a: [1'), undefined);
  });
});
