import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, runOn, tenant } from './fake-ports.ts';

const prices = (cpu: number) =>
  `apiVersion: leasehold.dev/v1alpha1\nkind: PriceList\nspec: { currency: EUR, prices: { requests.cpu: ${cpu} } }\n`;
const book = file(
  'tenants/book.yaml',
  'apiVersion: finops.stakater.com/v1alpha1\nkind: PriceBook\nmetadata: { name: book, namespace: finops, annotations: { finops.stakater.com/active: "true" } }\nspec: { valuationMode: currency, currency: USD, rates: { cpuHour: "0.01" } }\n',
);
const [small, large] = [tenant('ada', 'free'), tenant('ada', 'basic')];
const machine = {
  trees: { tenants: [large, tenant('bob', 'free')] },
  revisions: { main: [small, tenant('bob', 'free')] },
  texts: { '.leasehold/prices.yaml': prices(1000), 'p.yaml': prices(2) },
};

suite('the cost ceiling of a diff', (test) => {
  test('follows the changes, with the price file of the repository', async () => {
    const { code, stdout } = await runOn(machine, 'diff', 'main');
    assert.is(code, 0);
    assert.match(
      stdout,
      '\ncost ceiling (if all quotas are fully used): +1,500.00 EUR per month, to 3,500.00\n  ada: 1,000.00 → 2,500.00 (+1,500.00)\n',
    );
  });

  test('uses --prices, and is in the JSON output', async () => {
    const { stdout } = await runOn(machine, 'diff', 'main', '--prices', 'p.yaml', '-o', 'json');
    assert.equal((JSON.parse(stdout) as { readonly cost: unknown }).cost, {
      total: 7,
      delta: 3,
      tenants: [{ tenant: 'ada', before: 2, after: 5 }],
      currency: 'EUR',
      period: 'month',
    });
  });

  test('uses the PriceBook if there is no price file, for a month of 730 hours', async () => {
    const withBook = { ...machine, texts: {}, trees: { tenants: [...machine.trees.tenants, book] } };
    const { stdout } = await runOn(withBook, 'diff', 'main');
    assert.match(stdout, 'fully used): +10.95 USD per month, to 25.55\n  ada: 7.30 → 18.25 (+10.95)\n');
  });

  test('uses a price file with a warning', async () => {
    const texts = { 'p.yaml': `${prices(2)}# a value that YAML 1.1 reads differently\nx: 010\n` };
    const { code, stdout, stderr } = await runOn({ ...machine, texts }, 'diff', 'main', '--prices', 'p.yaml');
    assert.is(code, 0, stderr);
    assert.match(stdout, '+3.00 EUR per month');
  });

  test('is not printed without prices or without a change', async () => {
    assert.not.match((await runOn({ ...machine, texts: {} }, 'diff', 'main')).stdout, 'ceiling');
    assert.is((await runOn(machine, 'diff', 'main', 'main')).stdout, 'no changes\n');
  });

  test('fails the command if it rises by more than --max-cost-increase, but not if it rises by that amount or falls', async () => {
    const at = (limit: string, ...more: string[]) => runOn(machine, 'diff', ...more, '--max-cost-increase', limit);
    const above = await at('1499.99', 'main');
    assert.is(above.code, 4);
    assert.is(
      above.stderr,
      'leasehold: the cost ceiling rises by 1,500.00 EUR per month, which --max-cost-increase 1499.99 rejects\n',
    );
    assert.equal([(await at('1500', 'main')).code, (await at('0', 'tenants', 'main')).code], [0, 0]);
  });

  test('is unlimited if a quota loses a limit with a price, which fails the command at any limit', async () => {
    const quota = (hard: string) =>
      file(
        'tenants/quota.yaml',
        `apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: { name: small }\nspec: { resourcequota: { hard: { ${hard} } } }\n`,
      );
    const acme = file(
      'tenants/acme.yaml',
      'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: { name: acme }\nspec: { quota: small, namespaces: { withTenantPrefix: [dev] } }\n',
    );
    const cost = async (hard: string) => {
      const trees = { tenants: [acme, quota(hard)] };
      const revisions = { main: [acme, quota('requests.cpu: "4", pods: "9"')] };
      return runOn({ ...machine, trees, revisions }, 'diff', 'main', '--max-cost-increase', '0');
    };
    for (const hard of ['pods: "9"', 'limits.cpu: "400", pods: "9"']) {
      const { code, stdout, stderr } = await cost(hard);
      assert.is(code, 4);
      assert.match(
        stdout,
        '(if all quotas are fully used): unlimited\n  acme: 4,000.00 → unlimited (no limit on requests.cpu)\n',
      );
      assert.is(
        stderr,
        'leasehold: the cost ceiling of acme is unlimited because no quota limits requests.cpu, which --max-cost-increase 0 rejects\n',
      );
    }
    assert.is((await cost('requests.cpu: "3", pods: "9"')).code, 0);
  });

  test('rejects a limit that is not an amount, a limit without prices, and a missing or invalid price file', async () => {
    const message = async (texts: Readonly<Record<string, string>>, ...options: string[]) => {
      const { code, stdout, stderr } = await runOn({ ...machine, texts }, 'diff', 'main', ...options);
      assert.equal([code, stdout], [2, '']);
      return stderr;
    };
    assert.match(await message({}, '--max-cost-increase', '-1e3'), '--max-cost-increase');
    assert.match(await message({}, '--max-cost-increase', 'a lot'), 'must be an amount such as 500 or 99.50');
    assert.match(await message({}, '--max-cost-increase', '5'), '--max-cost-increase needs prices: add ');
    assert.match(await message({}, '--prices', 'no.yaml'), 'the file no.yaml does not exist');
    assert.match(
      await message({ 'p.yaml': 'a: 1' }, '--prices', 'p.yaml'),
      'p.yaml must contain exactly one PriceList',
    );
  });
});
