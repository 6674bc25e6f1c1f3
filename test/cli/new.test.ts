import * as assert from 'uvu/assert';
import { contracts } from '../../build/contracts.ts';
import { documents } from '../../build/documents.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, runOn } from './fake-ports.ts';

suite('new', (test) => {
  test('rejects a name that would make the example invalid, and writes nothing', async () => {
    for (const [kind, name, says] of [
      ['Org', 'a.b', /^leasehold: a\.b is not a valid name for this kind: slug is "a\.b", which does not match/],
      ['Org', 'x'.repeat(60), /is not a valid name for this kind: slug is/],
      ['kryton', 'my.notes', /is not a valid name for this kind: name "my\.notes" is not a valid Service name/],
    ] as const) {
      const { code, stderr, stdout, written } = await runOn({}, 'new', kind, name);
      assert.equal([code, stdout, written], [2, '', {}]);
      assert.match(stderr, says);
    }
  });

  test('creates a file of each kind that is valid once it has a namespace', async () => {
    for (const { id } of Object.values(contracts)) {
      const name = /^ {2}name: default$/m.test(documents[id].example) ? 'default' : 'globex';
      const { code, written, stdout } = await runOn({}, 'new', id, name);
      assert.is(code, 0, id);
      const text = written[`tenants/${name}.yaml`] ?? '';
      assert.match(text, new RegExp(`^# yaml-language-server: \\$schema=\\S+/${id}\\.schema\\.json\n`));
      assert.match(text, `\n  name: ${name}\n`);
      assert.is(stdout, `wrote tenants/${name}.yaml; edit it, then run leasehold check\n`);
      const { problems } = render([file('tenants/a.yaml', text)]);
      const wrong = problems.filter(
        ({ code: of, severity }) => severity === 'error' && !['unresolved-reference', 'missing-namespace'].includes(of),
      );
      assert.equal(wrong, []);
    }
  });

  test('derives a slug from the name, and refers to the schema in the repository', async () => {
    const { stdout } = await runOn(
      { texts: { 'schemas/org.schema.json': '{}' } },
      'new',
      'Org',
      'globex',
      '-o',
      'yaml',
      '--out',
      './a/b/',
    );
    assert.match(stdout, /^# yaml-language-server: \$schema=\.\.\/\.\.\/schemas\/org\.schema\.json\n/);
    assert.match(stdout, /\n {2}slug: globex\n/);
  });

  test('sets fields, keeps their types, and lists what is left to do', async () => {
    const quota = file('tenants/small.yaml', (await runOn({}, 'new', 'mto-quota', 'small', '-o', 'yaml')).stdout);
    const set = ['--set', 'spec.quota=small', '--set', 'spec.namespaces.withTenantPrefix=[qa]'];
    const { stderr, written } = await runOn({ trees: { tenants: [quota] } }, 'new', 'mto-tenant', 'globex', ...set);
    const text = written['tenants/globex.yaml'] ?? '';
    assert.match(text, '\n  quota: small\n');
    assert.match(text, 'withTenantPrefix: [ qa ]');
    assert.match(text, '- globex-leads\n');
    assert.match(
      stderr,
      /^tenants\/globex\.yaml:\d+:\d+ warning risky-value .* the tenant has no namespace globex-prod/,
    );
  });

  test('rejects a field that the kind does not have', async () => {
    const wrong = async (assignment: string) =>
      (await runOn({}, 'new', 'Org', 'globex', '--set', assignment)).stderr.split('\n')[0] ?? '';
    assert.match(await wrong('spec.slog=x'), 'globex is not a valid name for this kind: ');
    assert.match(await wrong('spec.slug'), '--set is spec.slug; it must have the form spec.field=value');
  });

  test('lists every kind of a current version', async () => {
    const { stdout } = await runOn({}, 'new', '--list', '-o', 'json');
    const ids = (JSON.parse(stdout) as readonly { id: string }[]).map(({ id }) => id);
    assert.ok(ids.includes('org') && ids.includes('mto-tenant') && !ids.includes('mto-tenant-v1beta2'));
    assert.match((await runOn({}, 'new', '--list')).stdout, /^NAME +KIND +DESCRIPTION\n/);
  });

  test('never overwrites a file', async () => {
    const { code, stderr, written } = await runOn({ texts: { 'tenants/acme.yaml': 'mine' } }, 'new', 'Org', 'acme');
    assert.equal([code, written], [1, {}]);
    assert.is(stderr, 'leasehold: tenants/acme.yaml already exists and is not changed\n');
  });
});
