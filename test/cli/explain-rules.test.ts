import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { caseFiles } from '../kind-cases.ts';
import { runOn } from './fake-ports.ts';

const tenants = caseFiles('mto-tenant', 'renders tenant lists as namespace annotations');

suite('explain lists the admission rules', (test) => {
  test('that are in force for a tenant, with their modes and lists', async () => {
    const { code, stdout } = await runOn({ trees: { tenants } }, 'explain', 'Tenant/pay');
    assert.is(code, 0);
    const rows = (stdout.split("Rules that the API server enforces in the tenant's namespaces:\n")[1] ?? '').split(
      '\n',
    );
    assert.match(rows[0] ?? '', /^RULE +MODE +LIST$/);
    const expected = [
      /^images +warn +allow-images: docker\.io, ghcr\.io\/pay$/,
      /^priority-classes +deny +allow-priority-classes: \(none\), low$/,
      /^host-access +deny +allow-host-access: nothing$/,
      /^tolerations +deny *$/,
      /^namespace-creation +audit *$/,
      /^access +deny *$/,
      /^cordon +deny *$/,
    ];
    for (const row of expected)
      assert.ok(
        rows.some((one) => row.test(one)),
        `${row} in ${rows.join('\n')}`,
      );
    assert.not.ok(rows.some((row) => row.startsWith('gateway-classes')));
  });

  test('without the rule cordon for a tenant that is not cordoned', async () => {
    const files = caseFiles('mto-tenant', 'allows the service types and addresses of the platform');
    const { code, stdout } = await runOn({ trees: { tenants: files } }, 'explain', 'Tenant/pay');
    assert.is(code, 0);
    assert.match(stdout, /^namespaces +[a-z]/m);
    assert.not.match(stdout, /^cordon /m);
  });

  test('only for a tenant with enforcement', async () => {
    const files = caseFiles('mto-tenant', 'accepts a tenant with only a quota');
    const { code, stdout } = await runOn({ trees: { tenants: files } }, 'explain', 'Tenant/pay');
    assert.is(code, 0);
    assert.not.match(stdout, 'enforces');
  });
});
