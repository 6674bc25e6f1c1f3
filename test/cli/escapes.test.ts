import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { suite } from '../harness.ts';
import { type Machine, runOn } from './fake-ports.ts';

/** Reverses the direction of text, hides text, and starts an escape sequence. */
const odd = '\u202egnp\u2066.exe\u200b\u009b2J\u0085\u007f';
const tenant = (desc: string) => `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme, labels: {example.com/odd: ${JSON.stringify(desc)}}}
spec:
  quota: small
  desc: ${JSON.stringify(desc)}
  accessControl: {owners: {users: [${JSON.stringify(`kim${desc}@example.com`)}]}}
  namespaces: {withTenantPrefix: [dev], metadata: {common: {annotations: {example.com/text: ${JSON.stringify(desc)}}}}}
`;
const quota = `apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "4"}}}
`;
const tree = (desc: string) => [
  { path: `tenants/${desc}acme.yaml`, text: tenant(desc) },
  { path: 'tenants/quota.yaml', text: quota },
];
const valid = tree(odd).map((file) => ({ ...file, text: file.text.replace(/, labels: \{.*\}\}$/m, '}') }));
const machine: Machine = { trees: { tenants: valid, base: tree('plain'), broken: tree(odd) } };

const commands: readonly (readonly string[])[] = [
  ['check', '-d', 'broken'],
  ['check', '-d', 'broken', '-o', 'json'],
  ['check', '-d', 'broken', '-o', 'sarif'],
  ['render', '-d', 'tenants'],
  ['render', '-d', 'tenants', '-o', 'json', '--out', 'rendered'],
  ['diff', 'base', 'tenants'],
  ['diff', 'base', 'tenants', '-o', 'json'],
  ['get', 'tenants', '-d', 'tenants'],
  ['get', 'tenants', '-d', 'tenants', '-o', 'json'],
  ['get', 'tenants', '-d', 'tenants', '-o', 'yaml'],
  ['explain', 'Tenant/acme', '-d', 'tenants'],
  ['explain', 'Tenant/acme', '-d', 'tenants', '-o', 'json'],
];

suite('no text from a file controls the terminal', (test) => {
  for (const words of commands)
    test(`in the output of leasehold ${words.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runOn(machine, ...words);
      assert.ok(code < 2, stderr);
      assert.ok(`${stdout}${stderr}`.length > 100, `${stdout}${stderr}`);
      assert.not.match(`${stdout}${stderr}`, /[\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/);
    });

  test('although parsed JSON and YAML contain the data of the file unchanged', async () => {
    for (const format of ['json', 'yaml']) {
      const { stdout } = await runOn(machine, 'get', 'tenants', 'acme', '-d', 'tenants', '-o', format);
      assert.ok(JSON.stringify(parse(stdout)).includes(JSON.stringify(odd).slice(1, -1)), stdout);
    }
  });
});
