import * as assert from 'uvu/assert';
import { contracts } from '../../build/contracts.ts';
import { documents } from '../../build/documents.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, runOn } from './fake-ports.ts';
import { inSandbox, type Sandbox } from './sandbox.ts';

suite('new', (test) => {
  test('does not define a resource that another file defines', async () => {
    const { stdout: text } = await runOn({}, 'new', 'mto-quota', 'small', '-o', 'yaml');
    const others = { trees: { tenants: [file('tenants/a/x.yaml', text)] } };
    const { code, stderr, written } = await runOn(others, 'new', 'mto-quota', 'small');
    assert.equal([code, written], [1, {}]);
    assert.is(
      stderr,
      'leasehold: Quota.tenantoperator.stakater.com small already exists in tenants/a/x.yaml; change that file, or choose another name\n',
    );
    assert.is((await runOn(others, 'new', 'mto-quota', 'large')).code, 0);
  });

  test('rejects a name that would make the example invalid, and writes nothing', async () => {
    for (const [kind, name, expected] of [
      ['Org', 'a.b', /^leasehold: a\.b is not a valid name for this kind: slug is "a\.b", which does not match/],
      ['Org', 'x'.repeat(60), /is not a valid name for this kind: slug is/],
      ['kryton', 'my.notes', /is not a valid name for this kind: name "my\.notes" is not a valid Service name/],
    ] as const) {
      const { code, stderr, stdout, written } = await runOn({}, 'new', kind, name);
      assert.equal([code, stdout, written], [2, '', {}]);
      assert.match(stderr, expected);
    }
  });

  test('creates a file of each kind without errors, except placeholders, unresolved references and a missing namespace', async () => {
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
        ({ code: of, severity }) =>
          severity === 'error' && !['placeholder', 'unresolved-reference', 'missing-namespace'].includes(of),
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
    assert.match(text, '- <replace globex-leads>\n');
    assert.match(stderr, /^tenants\/globex\.yaml:11:11 error placeholder spec\.accessControl\.owners\.groups\[0\]: /);
  });

  test('rejects a field that the kind does not have, and an assignment without a value', async () => {
    const wrong = async (assignment: string) =>
      (await runOn({}, 'new', 'Org', 'globex', '--set', assignment)).stderr.split('\n')[0] ?? '';
    assert.match(await wrong('spec.slog=x'), '--set spec.slog=x is not valid: ');
    assert.match(await wrong('spec.slug'), '--set is spec.slug; it must have the form spec.field=value, with a value');
  });

  test('lists only the current version of each kind', async () => {
    const { stdout } = await runOn({}, 'new', '--list', '-o', 'json');
    const ids = (JSON.parse(stdout) as readonly { id: string }[]).map(({ id }) => id);
    assert.ok(ids.includes('org') && ids.includes('mto-tenant') && !ids.includes('mto-tenant-v1beta2'));
    assert.match((await runOn({}, 'new', '--list')).stdout, /^NAME +KIND +DESCRIPTION\n/);
  });

  test('never overwrites a file', async () => {
    const { code, stderr, written } = await runOn({ texts: { 'tenants/acme.yaml': 'mine' } }, 'new', 'Org', 'acme');
    assert.equal([code, written], [1, {}]);
    const advice = 'so nothing was written; choose another name, or another directory with --out';
    assert.is(stderr, `leasehold: tenants/acme.yaml already exists, ${advice}\n`);
  });

  test('writes a tenant into its own directory, so that check passes', () =>
    inRepository(async ({ cli }) => {
      const groups = ['owners', 'editors'].flatMap((role) => [
        '--set',
        `spec.accessControl.${role}.groups=[x-${role}]`,
      ]);
      for (const [kind, name, ...set] of [
        ['kleff-tenant', 'jane'] as const,
        ['mto-tenant', 'globex', ...groups] as const,
      ]) {
        const path = `tenants/${name}/${name}.yaml`;
        assert.equal(await cli('new', kind, name, ...set), {
          code: 0,
          stdout: `wrote ${path}; edit it, then run leasehold check\n`,
          stderr: '',
        });
      }
      assert.match((await cli('check', '--strict')).stdout, /: no problems\n$/);
    }));

  test("writes what tenants share, and kinds without a Grant, into the Platform's directory", () =>
    inRepository(async ({ cli }) => {
      for (const [kind, name, path] of [
        ['Org', 'jane', 'platform/tenants/jane.yaml'],
        ['Kryton', 'globex', 'platform/tenants/globex.yaml'],
        ['PriceBook', 'prices', 'platform/prices.yaml'],
        ['mto-quota', 'large', 'platform/large.yaml'],
      ] as const)
        assert.match((await cli('new', kind, name)).stdout, `wrote ${path};`);
      const { code, stdout } = await cli('check', '-o', 'json');
      const problems = JSON.parse(stdout) as readonly { code: string; severity: string }[];
      const errors = problems.filter(({ severity }) => severity === 'error');
      assert.equal([code, new Set(errors.map((problem) => problem.code))], [1, new Set(['placeholder'])]);
    }));

  test('omits what no Grant allows, and keeps everything else and what --set sets', () =>
    inRepository(async ({ cli }) => {
      const { stdout } = await cli('new', 'mto-tenant', 'jane', '-o', 'yaml');
      for (const line of ['quota: small', 'withTenantPrefix:', '- <replace jane-leads>']) assert.match(stdout, line);
      for (const part of ['withoutTenantPrefix', 'metadata:\n      common']) assert.not.match(stdout, part);
      const { stderr } = await cli('new', 'mto-tenant', 'jane', '--set', 'spec.quota=large');
      assert.match(stderr, /^tenants\/jane\/jane\.yaml:\d+:\d+ error not-granted spec\.quota: /m);
      assert.match(stderr, /error placeholder spec\.accessControl\.owners\.groups\[0\]: /);
    }));

  test('keeps a reference to a resource that does not exist yet', () =>
    inRepository(async ({ cli }) => {
      const { stdout } = await cli('new', 'mto-namespace', 'first');
      assert.is(stdout, 'wrote platform/first.yaml; edit it, then run leasehold check\n');
      const pay = ['--set', 'metadata.labels["stakater.com/tenant"]=pay'];
      const known = await cli('new', 'mto-namespace', 'legacy', ...pay);
      assert.equal(
        [known.code, known.stdout],
        [0, 'wrote tenants/pay/legacy.yaml; edit it, then run leasehold check\n'],
      );
      assert.match(known.stderr, /unresolved-reference metadata\.labels\["stakater\.com\/tenant"\]/);
    }));

  test('puts the name into the fields that identify the tenant', async () => {
    const { stdout } = await runOn({}, 'new', 'kleff-tenant', 'jane', '-o', 'yaml');
    assert.match(stdout, '\n  userId: jane\n  username: jane\n');
    assert.match((await runOn({}, 'new', 'Kryton', 'jane', '-o', 'yaml')).stdout, 'host: <replace jane.example.com>\n');
  });

  test('validates the file with the whole repository, also for --out', () =>
    inRepository(async ({ cli }) => {
      const { stderr, stdout } = await cli('new', 'kleff-tenant', 'jane', '--out', 'tenants/jane');
      assert.equal([stdout, stderr], ['wrote tenants/jane/jane.yaml; edit it, then run leasehold check\n', '']);
    }));

  test('accepts json only for --list', async () => {
    const { code, stderr, written } = await runOn({}, 'new', 'kleff-tenant', 'jane', '-o', 'json');
    assert.equal([code, written], [2, {}]);
    assert.match(stderr, '-o json is for --list; -o yaml prints the file');
  });

  test('reports an invalid --set value at the option, and accepts a Plan of the repository', async () => {
    const wrong = await runOn({}, 'new', 'Org', 'x', '--set', 'spec.region_code=eu-west-1', '--set', 'spec.nope=zz');
    assert.match(wrong.stderr, /^leasehold: --set spec\.nope=zz is not valid: spec has no field nope/);
    const gold = ['new', 'kleff-tenant', 'jane', '--set', 'spec.plan=gold'];
    assert.match((await runOn({}, ...gold)).stderr, '--set spec.plan=gold is not valid: ');
    const plan = documents.plan.example.replace('name: basic', 'name: gold');
    const trees = { tenants: [file('tenants/gold.yaml', plan)] };
    assert.is((await runOn({ trees }, ...gold)).code, 0);
    await inRepository(async ({ cli, write }) => {
      write('platform/gold.yaml', plan);
      const { code, stderr } = await cli(...gold);
      assert.is(code, 0, stderr);
      assert.match(stderr, 'error not-granted spec.plan');
    });
  });
});

/** A repository as created by `leasehold init`. */
function inRepository(use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  return inSandbox(async (sandbox) => {
    sandbox.git('init', '--quiet');
    await sandbox.cli('init');
    await use(sandbox);
  });
}
