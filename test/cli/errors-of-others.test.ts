import * as assert from 'uvu/assert';
import type { SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, org, runOn, tenant } from './fake-ports.ts';

const valid = [org('acme'), tenant('ada')];
/** Two tenants that claim the same namespace. */
const conflicting = ['bob', 'eve'].map((name) =>
  file(
    `tenants/${name}.yaml`,
    `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: ${name}, namespace: tenants}\nspec: {plan: basic, userId: same, username: ${name}}\n`,
  ),
);
/** A tenant with an invalid plan. */
const invalid = tenant('mia', 'gold');
const all = [...valid, ...conflicting, invalid];

const run = (tenants: readonly SourceFile[], ...argv: readonly string[]) => runOn({ trees: { tenants } }, ...argv);

suite('with errors of other tenants,', (test) => {
  test('explain returns the same answer as without them, and mentions them', async () => {
    for (const subject of ['Namespace/user-ada', 'Tenant/ada', 'tenants/ada.yaml', 'tenants/ada.yaml:2', 'Org/acme']) {
      const expected = await run(valid, 'explain', subject);
      const { code, stdout, stderr } = await run(all, 'explain', subject);
      assert.equal([code, stdout], [0, expected.stdout], subject);
      assert.match(stdout, 'rendered by');
      assert.match(stderr, /^note: 3 errors elsewhere: [^\n]*\n$/, subject);
      assert.is((await run(all, 'explain', subject, '--quiet')).stderr, '', subject);
    }
  });

  test('explain reports the errors that concern the resource', async () => {
    const { code, stdout, stderr } = await run(all, 'explain', 'tenants/bob.yaml');
    assert.equal([code, stdout], [1, '']);
    assert.match(stderr, /tenants\/(?:bob|eve)\.yaml.*same/);
    assert.not.match(stderr, 'mia');
    for (const subject of ['Namespace/user-mia', 'Tenant/mia', 'tenants/mia.yaml:2', 'Namespace/nothing'])
      assert.match((await run(all, 'explain', subject)).stderr, /mia\.yaml.*not-a-choice/, subject);
  });

  test('explain fails if a file cannot be parsed, because it might define the tenant', async () => {
    const { code, stderr } = await run(
      [...valid, file('tenants/x.yaml', 'name: ada\nkind: [')],
      'explain',
      'Namespace/user-ada',
    );
    assert.is(code, 1);
    assert.match(stderr, 'invalid-yaml');
  });

  test('get shows a tenant in the same way as without them', async () => {
    for (const argv of [
      ['get', 'tenants', 'ada'],
      ['get', 'tenants', 'acme', '-o', 'yaml'],
      ['get', 'ns', 'ada'],
    ]) {
      const expected = await run(valid, ...argv);
      assert.equal(await run(all, ...argv), expected, argv.join(' '));
      assert.is(expected.code, 0);
    }
  });

  test('get shows the role that a group grants in the same way as without them', async () => {
    const text = (name: string, spec: string) =>
      `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: ${name}}\nspec: ${spec}\n`;
    const pay = text('pay', '{quota: none, accessControl: {editors: {groups: [devs]}}}');
    const quota = 'apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: {name: none}\nspec: {}\n';
    const devs =
      'apiVersion: leasehold.dev/v1alpha1\nkind: Group\nmetadata: {name: devs}\nspec: {users: [ada@corp.io]}\n';
    const tenants = [file('tenants/pay.yaml', pay), file('tenants/shared.yaml', `${quota}---\n${devs}`)];
    const argv = ['get', 'tenants', 'pay', '--as', 'ada@corp.io'];
    const expected = await run(tenants, ...argv);
    assert.match(expected.stdout, 'editor');
    assert.equal(await run([...tenants, invalid], ...argv), expected);
  });

  test('get fails for a tenant with an error, and for the list of all tenants', async () => {
    for (const argv of [['tenants', 'mia'], ['tenants'], ['ns', '-A']]) {
      const { code, stdout, stderr } = await run(all, 'get', ...argv);
      assert.equal([code, stdout], [1, ''], argv.join(' '));
      assert.match(stderr, 'mia.yaml');
    }
    assert.not.match((await run(all, 'get', 'tenants', 'mia')).stderr, 'bob.yaml');
    assert.is((await run(all, 'get', 'tenants', 'nobody')).code, 1);
  });
});
