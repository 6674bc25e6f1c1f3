import * as assert from 'uvu/assert';
import { locate } from '../core/parse/locate.ts';
import { parse } from '../core/parse/parse.ts';
import { guardInto, noDocument } from '../core/problem/guard.ts';
import type { UnlocatedProblem } from '../core/problem/problem.ts';
import { limits } from '../data/limits.ts';
import { nearest, nearestWord } from '../data/nearest.ts';
import { render, type SourceFile } from '../leasehold.ts';
import { suite } from './harness.ts';

function file(text: string): SourceFile {
  return { path: 'tenants/evil.yaml', text };
}

function kleff(name: string, extra = ''): string {
  return `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: ${name}, namespace: tenants}\nspec: {plan: basic, userId: ${name}, username: ${name}${extra}}\n`;
}

function messagesOf(text: string): readonly string[] {
  return parse([file(text)]).problems.map(({ message }) => message);
}

const delegating = {
  path: 'platform/platform.yaml',
  text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants, cluster: {mesh: none}}\n',
};
suite('limits of a file', (test) => {
  const tooLarge: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    ['documents', 'a: 1\n---\n'.repeat(limits.documents + 1), /more than 10000 documents/],
    [
      'items of a List',
      `apiVersion: v1\nkind: List\nitems:\n${'- a\n'.repeat(limits.documents + 1)}`,
      /documents and items/,
    ],
    ['values', `a:\n${'- 1\n'.repeat(limits.values + 1)}`, /more than 300000 values/],
    ['tokens', `a: [${'b, '.repeat(limits.tokens / 2)}]`, /more than 300000 tokens/],
    [
      'aliases',
      `a: &a 1\n${Array.from({ length: limits.aliases }, (_, i) => `k${i}: *a\n`).join('')}`,
      /anchors and aliases/,
    ],
    [
      'repetitions of a text',
      `a: &a ${'x'.repeat(limits.bytes / 2)}\n${Array.from({ length: 98 }, (_, i) => `k${i}: *a\n`).join('')}`,
      /aliases repeat so much text/,
    ],
    [
      'levels',
      `${Array.from({ length: 150 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')}`,
      /nested too deeply/,
    ],
  ];
  for (const [what, text, message] of tooLarge)
    test(`too many ${what} are a single error, and the file has no documents`, () => {
      const { documents, problems } = parse([file(text)]);
      assert.equal([documents.length, problems.length], [0, 1]);
      assert.match(problems[0]?.message ?? '', message);
    });

  test('a plain list does not count toward the document limit', () =>
    assert.equal(messagesOf(`a:\n${'- 1\n'.repeat(limits.documents)}`), []));

  test('errors and warnings of a file beyond the first hundred are counted, but not listed', () => {
    const keys = Array.from({ length: 150 }, (_, index) => `, k${index}: 1`).join('');
    const { problems } = render([file(kleff('t', keys))]);
    assert.is(problems.length, limits.problems + 1);
    assert.equal([problems.at(-1)?.code, problems.at(-1)?.message], ['more-errors', 'and 50 more errors in this file']);
    const misspelled = render([file(kleff('t', keys).replace('plan:', 'plann:'))]).problems;
    assert.equal(
      misspelled.filter(({ message }) => !/k\d|plann|more errors/.test(message)),
      [],
    );
    const ambiguous = Array.from({ length: 102 }, () => '- yes\n').join('');
    const warned = render([file(`${kleff('t')}---\na:\n${ambiguous}`)]).problems;
    assert.is(warned.filter(({ code }) => code === 'more-warnings').length, 1);
  });

  test('too many documents in the files of a tenant are a single error, without an effect on others', () => {
    const acme = { path: 'platform/tenants/acme.yaml', text: kleff('acme') };
    const evil = (documents: number) =>
      Array.from({ length: 2 }, (_, index) => ({
        path: `tenants/evil/${index}.yaml`,
        text: 'a: 1\n---\n'.repeat(documents / 2),
      }));
    const { problems } = render([delegating, acme, ...evil(limits.documentsOfTenant + 2)], { tenant: 'evil' });
    assert.equal(
      problems.map(({ at, message }) => `${at.file}: ${message}`),
      [
        'tenants/evil/0.yaml: the directory of tenant evil has more than 10000 documents and items of Lists, or more than 600000 YAML tokens in files that need the full parser',
      ],
    );
    assert.ok(render([delegating, acme, ...evil(limits.documentsOfTenant + 2)], { tenant: 'acme' }).ok);
    const within = render([delegating, acme, ...evil(limits.documentsOfTenant)], { tenant: 'evil' });
    assert.is(within.problems[0]?.code, 'not-a-resource');
  });

  test('errors of a tenant beyond the first thousand are counted, but not listed, and errors of others are still listed', () => {
    const platform = {
      path: 'platform/platform.yaml',
      text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants}\n',
    };
    const of = (tenant: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        path: `tenants/${tenant}/${String(index).padStart(4, '0')}.yaml`,
        text: 'a: 1\n---\n'.repeat(limits.problems),
      }));
    const { problems } = render([platform, ...of('acme', 2), ...of('evil', 50)]);
    const errors = (tenant: string) => problems.filter(({ at }) => at.file.startsWith(`tenants/${tenant}/`));
    assert.is(errors('acme').length, 2 * limits.problems);
    assert.is(errors('evil').length, limits.problemsOfTenant + 1);
    assert.is(errors('evil').at(-1)?.message, 'and 4000 more errors in 40 files of tenant evil');
  });

  test('errors of a run beyond the first ten thousand are counted, but not listed, and each tenant has the same share', () => {
    const all = Array.from({ length: 30 }, (_, tenant) => tenant).flatMap((tenant) =>
      Array.from({ length: 2000 }, (_, index) => ({
        code: 'not-a-resource' as const,
        origin: { file: `tenants/t${tenant}/${index % 100}.yaml`, document: index, base: [] },
        place: { line: 1, column: 1 },
        message: 'no resource',
      })),
    );
    const problems = locate(all, [], (path) => path.split('/')[1]);
    const shown = problems.filter(({ code }) => code === 'not-a-resource');
    assert.ok(shown.length <= limits.problemsOfRun, `${shown.length}`);
    for (let tenant = 0; tenant < 30; tenant++)
      assert.is(shown.filter(({ at }) => at.file.startsWith(`tenants/t${tenant}/`)).length, 333);
    const left = problems
      .filter(({ code }) => code === 'more-errors')
      .map(({ message }) => Number(message.split(' ')[1]));
    assert.is(shown.length + left.reduce((sum, one) => sum + one, 0), all.length);
  });

  test('a message is short even if a name is long', () => {
    const [problem] = render([file(`apiVersion: v1\nkind: ${'k'.repeat(100_000)}\n`)]).problems;
    assert.ok(problem && problem.message.length <= limits.message + 1);
  });

  test('documents that render too much output cause the error too-large', () => {
    const members = Array.from({ length: 400 }, (_, index) => `u${'x'.repeat(200)}${index}`).join(', ');
    const joined = Array.from(
      { length: 1500 },
      (_, index) =>
        `---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: t-${index}\n  labels:\n    stakater.com/tenant: t\n`,
    );
    const quota = 'apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: {name: small}\nspec: {}\n';
    const tenant = `---\napiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: t}\nspec: {quota: small, accessControl: {owners: {users: [${members}]}, editors: {groups: [g]}}}\n`;
    const { ok, problems } = render([{ path: 'a.yaml', text: quota + tenant }, file(joined.join('').slice(4))]);
    assert.not(ok);
    assert.is(problems.find(({ code }) => code === 'too-large')?.at.file, 'tenants/evil.yaml');
  });
});

suite('a bug in a kind', (test) => {
  test('becomes an internal-error of the document, and the render continues', () => {
    const bugs: UnlocatedProblem[] = [];
    const guard = guardInto(bugs);
    const origin = { file: 'tenants/evil.yaml', document: 3, base: [] };
    const fail = (): number => {
      throw new TypeError('no');
    };
    assert.is(guard({ origin, tenants: ['evil'] }, fail, 7), 7);
    assert.is(
      guard({ origin }, () => 1, 0),
      1,
    );
    assert.equal(
      bugs.map(({ code, origin, tenants }) => [code, origin.document, tenants]),
      [['internal-error', 3, ['evil']]],
    );
    guard(noDocument, fail, 7);
    assert.equal(
      bugs.map(({ message }) => message),
      ['leasehold failed on this document: no', 'leasehold failed on objects of the platform: no'],
    );
  });
});

suite('a search among many names', (test) => {
  const names = Array.from({ length: 5000 }, (_, index) => `tenant-${index}-prod`);
  test('finds a name with a typo at its start or its end', () => {
    const spell = nearestWord(names);
    assert.is(spell('tenant-1234-prad'), 'tenant-1234-prod');
    assert.is(spell('tennant-1234-prod'), 'tenant-1234-prod');
    assert.is(spell('something else'), undefined);
    assert.is(nearest('x'.repeat(10_000), names), undefined);
  });

  test('counts two neighboring characters in the wrong order as one error', () => {
    assert.is(nearest('paln', ['plan', 'palindrome']), 'plan');
    assert.is(nearest('bsae', ['basic', 'base']), 'base');
    assert.is(nearest('nalp', ['plan']), undefined);
  });
});
