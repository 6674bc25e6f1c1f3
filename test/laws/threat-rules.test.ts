import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { allAttacks } from './all-attacks.ts';
import { acme, shared } from './grant-attacks.ts';

/** What an error contains if the rule rejects an attack. Without this, a mistake in the document could cause the error. */
const errorOf: Readonly<Record<string, RegExp>> = {
  'an error for every author': /^(?:bad-format|missing-field): /,
  'names and `spec.names`': /spec\.names of a Grant/,
  'names and `spec.namespaces`': /spec\.namespaces of a Grant/,
  'names in shared namespaces': /spec\.names of a Grant/,
  'no Grant allows the key': /only the platform can set .* no Grant allows it/,
  'one namespace for each instance': /^foreign-namespace: /,
  "only the Platform's directory": /Platform's directory|cannot be in a tenant's directory|^invalid-yaml: /,
  'parameters are single values': /can set only (?:single values|values, not keys|scalars)/,
  'parameters choose no chart': /is part of the chart's name/,
  'protected fields and `spec.fields`': /spec\.fields\[/,
  'references stay within a tenant': /belongs to another tenant/,
  '`spec.hosts`': /spec\.hosts of a Grant|use a host name with only letters/,
  '`spec.limits`': /spec\.limits\[/,
  '`spec.metadata`': /spec\.metadata of a Grant/,
  '`spec.objects`': /spec\.objects of a Grant/,
  '`spec.planes`': /spec\.planes of a Grant/,
  '`spec.secrets`': /spec\.secrets of a Grant|use a key without empty segments/,
};

suite('each attack in docs/threats.md', (test) => {
  const [, table = ''] = readFileSync('docs/threats.md', 'utf8').split('<!-- threats:start -->');
  const rules = new Map(
    [...table.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(([, what = '', rule = '']) => [what, rule]),
  );

  for (const [what, files] of allAttacks)
    test(`is rejected by the rule in its row: ${what}`, () => {
      const errors = render([...shared, acme, ...files]).problems.filter(isError);
      const texts = errors.map(({ code, message, fix = '' }) => `${code}: ${message} (${fix})`);
      const expected = errorOf[rules.get(what) ?? ''] ?? /^unknown rule$/;
      assert.ok(
        texts.some((text) => expected.test(text)),
        texts.join('\n'),
      );
    });
});
