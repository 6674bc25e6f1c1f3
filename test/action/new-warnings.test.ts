import * as assert from 'uvu/assert';
import { newWarnings } from '../../action/new-warnings.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';

/** Each Tenant has the same warning at the same field. */
const problemsOf = (names: readonly string[], lines = '') =>
  render([{ path: 'tenants.yaml', text: lines + names.map(tenant).join('---\n') }]).problems;

const tenant = (name: string) => `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: ${name}, namespace: tenants}
spec: {plan: basic, userId: ${name}, username: ${name}}
`;

suite('the warnings that a change adds', (test) => {
  test('include a warning of another document in the same file', () => {
    const [first, second] = [problemsOf(['acme']), problemsOf(['acme', 'beta'])];
    assert.ok(first.length > 0);
    assert.is(newWarnings(first, second).length, first.length);
  });

  test('exclude a warning whose line moved', () => {
    assert.equal(newWarnings(problemsOf(['acme', 'beta']), problemsOf(['acme', 'beta'], '# moved\n')), []);
  });
});
