import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { trackedFiles } from '../scripts/tracked-files.ts';
import { productFiles } from '../source-tree.ts';
import { expressionsIn, patternsIn, slowText } from './regular-expressions.ts';

/** Expressions that need more than linear time, by file, with the reason why their texts are short or cannot match slowly. */
const bounded: Readonly<Record<string, string>> = {
  'action/event.ts': 'a variable of the workflow',
  'action/inputs.ts': 'an input of the workflow',
  'cli/doctor-sources.ts': 'the Git configuration of the user',
  'cli/init.ts': 'an option of the user',
  'cli/new.ts': 'an option of the user',
  'console/form/form-context.ts': 'a path of a field, in the browser',
  'console/parts/pieces.ts': 'a line that the browser shows',
  'cost/money.ts': 'a number of at most 27 digits',
  'doctor/github/codeowners.ts': 'a line of a file of the platform',
  'doctor/github/workflow.ts': 'a name of a workflow, which the platform writes',
  'import/capsule/host-rules.ts': 'a setting of a Capsule Tenant, which administrators write',
  'import/mto/webhooks.ts': 'a setting of an MTO Tenant, which administrators write',
  'io/git-listing.ts': 'a path of the command line',
  'kinds/finops/cost-job/go-duration.ts': 'the schema requires a unit after each number',
  'kinds/mto/integration/integration.ts': 'a setting of Vault, which the platform writes',
  'kinds/mto/tenant/hosts.ts': 'an expression of at most 1,024 characters',
  'kinds/mto/tenant/sandboxes.ts': 'a user of at most 253 characters',
  'kinds/tetrapus/org/resolve.ts': 'a URL of at most 2,048 characters',
  'kubernetes/duration.ts': 'the schemas require a unit after each number',
  'kubernetes/re2-size.ts': 'an expression of at most 1,024 characters',
  'kubernetes/selector-text.ts': 'an object of HNC, or a query of at most 1,000 characters',
  'plugin/selector.ts': 'a parameter of at most 10,000 characters',
  'plugin/trusted-source.ts': 'a variable of the plugin, which the platform writes',
  'gateway/routes/visible.ts': 'a message of at most 1,000 characters',
  'shell/errors.ts': 'a message of the operating system',
  'shell/money.ts': 'a number',
  'shell/text.ts': 'a number',
  'showback/opencost.ts': 'a URL of the user',
  'showback/prometheus.ts': 'a URL of the user',
  'yaml/json-lines.ts': 'rendered lines contain no other characters that end a line',
};

suite('regular expressions', (test) => {
  const schemas = trackedFiles().filter((file) => /^(?:kinds|gateway)\/.*schemas?\.json$/.test(file));
  const expressions = [...productFiles().flatMap((file) => expressionsIn(file)), ...schemas.flatMap(patternsIn)];

  test('are found', () => assert.ok(expressions.length > 750, `${expressions.length}`));

  test('take linear time, unless their texts are bounded', () => {
    const results = new Map<string, string | undefined>();
    const unbounded = expressions.filter(({ where }) => bounded[where.replace(/:\d+$/, '')] === undefined);
    const slow = unbounded.flatMap(({ where, source, flags }) => {
      const key = `/${source}/${flags}`;
      if (!results.has(key)) results.set(key, slowText({ source, flags }));
      const text = results.get(key);
      return text === undefined ? [] : [`${where} ${key} ${text}`];
    });
    assert.equal(slow, []);
  });

  test('that take longer are found', () => {
    for (const { source, flags } of [/x+$/, /^(?:a+)+$/, /\s+,/, /(\d+)x/g, /^[^@]+@[^@]+\.[^@]+$/, / #.*$/])
      assert.ok(slowText({ source, flags }), source);
    for (const { source, flags } of [/^x+$/, /^\s*#/, /[a-z]+/g, /\/[^/]*/g, /^ *[^ \0]\S*$/])
      assert.is(slowText({ source, flags }), undefined, source);
    assert.equal(expressionsIn('a.ts', '\nconst a = /x+$/g;'), [{ where: 'a.ts:2', source: 'x+$', flags: 'g' }]);
  });
});
