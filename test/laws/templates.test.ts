import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { hostile, strings } from '../hostile.ts';
import { runs } from '../runs.ts';

const group = 'apiVersion: templates.stakater.com/v1alpha1';
const tenant = (name: string) =>
  file(
    name,
    `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata:\n  name: ${name}\n  namespace: tenants\nspec:\n  plan: basic\n  userId: user-${name}\n  username: ${name}\n`,
  );
const template = file(
  'template',
  `${group}\nkind: Template\nmetadata:\n  name: base\nparameters:\n  - name: TEXT\n    value: own\nresources:\n  manifests:\n    - apiVersion: v1\n      kind: ConfigMap\n      metadata:\n        name: settings\n      data:\n        inside: (\${TEXT})\n        text: \${TEXT}\n`,
);
const everywhere = file(
  'everywhere',
  `${group}\nkind: ClusterTemplateInstance\nmetadata:\n  name: all\nspec:\n  template: base\n  selector:\n    matchExpressions:\n      - key: kleff.io/tenant\n        operator: Exists\n`,
);
const alone = file(
  'alone',
  `${group}\nkind: TemplateInstance\nmetadata:\n  name: other\n  namespace: user-john\nspec:\n  template: other\n`,
);
const other = {
  ...template,
  path: 'other.yaml',
  text: template.text.replace('name: base', 'name: other').replace('name: settings', 'name: others'),
};
const repository = [tenant('jane'), tenant('john'), template, other, everywhere, alone];

suite('law: Templates do not break the isolation of tenants', (test) => {
  test('a tenant gets the same bytes alone and with other tenants', () => {
    const few = repository.filter(({ path }) => !['john.yaml', 'other.yaml', 'alone.yaml'].includes(path));
    assert.is(bytes(repository, 'jane'), bytes(few, 'jane'));
  });

  test('an error fails exactly the recipients of its objects', () => {
    for (const [path, failing] of [
      ['everywhere.yaml', ['jane', 'john']],
      ['template.yaml', ['jane', 'john']],
      ['alone.yaml', ['john']],
      ['other.yaml', ['john']],
      ['john.yaml', ['john']],
    ] as const) {
      const broken = repository.map((one) => (one.path === path ? { ...one, text: `${one.text}nonsense: 1\n` } : one));
      const failed = ['jane', 'john'].filter((name) => !render(broken, { tenant: name }).ok);
      assert.equal(failed, failing, path);
      if (!failed.includes('jane')) assert.is(bytes(broken, 'jane'), bytes(repository, 'jane'), path);
    }
  });

  test('an unreadable file fails the tenants that its objects could be for', () => {
    for (const [path, failing] of [
      ['everywhere.yaml', ['jane', 'john']],
      ['template.yaml', ['jane', 'john']],
      ['alone.yaml', ['john']],
    ] as const) {
      const broken = repository.map((one) => (one.path === path ? { ...one, text: `${one.text}a: [` } : one));
      assert.equal(
        ['jane', 'john'].filter((name) => !render(broken, { tenant: name }).ok),
        failing,
        path,
      );
    }
  });

  test('an invalid selector fails every tenant', () => {
    const broken = repository.map((one) =>
      one.path === 'everywhere.yaml' ? { ...one, text: one.text.replace('operator: Exists', 'operator: Exist') } : one,
    );
    for (const name of ['jane', 'john']) assert.not(render(broken, { tenant: name }).ok, name);
  });
});

suite('law: a parameter is data', (test) => {
  test('the object contains exactly the text that an instance sets', () => {
    for (const text of hostile) assertPrinted(text);
    fc.assert(fc.property(strings, assertPrinted), { numRuns: runs(300) });
  });
});

function assertPrinted(value: string): void {
  const parameters = `  parameters:\n    - name: TEXT\n      value: ${JSON.stringify(value)}\n`;
  const files = repository.map((one) => (one === everywhere ? { ...one, text: one.text + parameters } : one));
  const { ok, objects } = render(files, { tenant: 'jane' });
  assert.ok(ok, JSON.stringify(value));
  const object = objects.find(({ id }) => id.name === 'settings');
  const documents = [
    ...(parseAllDocuments(object?.text ?? '') as Iterable<{ toJS(): { data: unknown; kind: string } }>),
  ];
  assert.is(documents.length, 1, value);
  assert.equal(documents[0]?.toJS().data, { inside: `(${value})`, text: value }, JSON.stringify(value));
}

function file(name: string, text: string): SourceFile & { readonly text: string } {
  return { path: `${name}.yaml`, text };
}

function bytes(files: readonly SourceFile[], name: string): string {
  const { ok, problems, files: out } = render(files, { tenant: name });
  assert.ok(ok, JSON.stringify(problems));
  return JSON.stringify(out.map(({ path, text }) => [path, text]));
}
