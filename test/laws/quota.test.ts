import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { type QuotaRecipient, splitQuota } from '../../kinds/mto/quota/split.ts';
import { formatMilli, milli } from '../../kubernetes/quantity.ts';
import { objectsOf } from '../case-files.ts';
import { suite } from '../harness.ts';
import { runs } from '../runs.ts';

const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const decimal = ['k', 'M', 'G', 'T', 'P', 'E'];
const nano = 10n ** 9n;

/** Parses a quantity into billionths, independently of the code under test. Supports at most nine decimals. */
function exact(quantity: string): bigint {
  const [, whole = '', fraction = '', suffix = ''] = /^([0-9]+)(?:\.([0-9]+))?(.*)$/.exec(quantity) ?? [];
  const digits = BigInt(whole + fraction.padEnd(9, '0'));
  if (suffix === 'm') return digits / 1000n;
  if (suffix.endsWith('i')) return digits * 1024n ** BigInt(binary.indexOf(suffix) + 1);
  return digits * 1000n ** BigInt(decimal.indexOf(suffix) + 1);
}

const quantity = fc
  .tuple(
    fc.nat({ max: 5000 }),
    fc.constantFrom('', '.5', '.0005', '.25'),
    fc.constantFrom('', 'm', ...binary, ...decimal),
  )
  .map((parts) => parts.join(''));
const resource = fc.constantFrom(
  'requests.cpu',
  'requests.memory',
  'pods',
  'services.loadbalancers',
  'requests.storage',
  'gold.storageclass.storage.k8s.io/requests.storage',
  'requests.nvidia.com/gpu',
);
const hard = fc.dictionary(resource, quantity, { minKeys: 1 });
const sharers = fc
  .uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}[a-z0-9]$/),
      weight: fc.bigInt({ min: 0n, max: 999_999n }),
      exact: fc.dictionary(resource, fc.bigInt({ min: 0n, max: 10n ** 7n })),
    }),
    { selector: ({ name }) => name, maxLength: 12 },
  )
  .map((all): readonly QuotaRecipient[] => all);

suite('law: the shares of a quota never exceed the total', (test) => {
  test('for any quota, weights and exact shares, unless an excess is reported', () => {
    fc.assert(
      fc.property(hard, sharers, (total, all) => {
        const { shares, excess } = splitQuota(total, all);
        for (const [name, amount] of Object.entries(total)) {
          const sum = [...shares.values()].reduce((all, share) => all + exact(share[name] as string), 0n);
          const isReported = excess.some((one) => one.resource === name);
          assert.is(sum > exact(amount), isReported, `${name}: ${sum} of ${exact(amount)}`);
        }
      }),
      { numRuns: runs(700) },
    );
  });

  test('nothing is lost if at least one namespace has a weight', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 6 }), sharers, (count, all) => {
        const open = all.map((one) => ({ ...one, exact: {} }));
        fc.pre(open.some(({ weight }) => weight > 0n));
        const { shares } = splitQuota({ pods: count, 'limits.cpu': `${count}m` }, open);
        for (const [name, total] of [
          ['pods', BigInt(count) * nano],
          ['limits.cpu', (BigInt(count) * nano) / 1000n],
        ] as const)
          assert.is(
            [...shares.values()].reduce((sum, share) => sum + exact(share[name] as string), 0n),
            total,
          );
      }),
    );
  });

  test('a larger weight never gets less, and equal weights differ by at most one unit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 6 }), sharers, (count, all) => {
        const open = all.map((one) => ({ ...one, exact: {} }));
        const { shares } = splitQuota({ pods: count }, open);
        const part = ({ name }: QuotaRecipient) => exact(shares.get(name)?.['pods'] as string) / nano;
        for (const a of open) {
          for (const b of open) {
            if (a.weight > b.weight) assert.ok(part(a) >= part(b));
            if (a.weight === b.weight) assert.ok(part(a) - part(b) <= 1n);
          }
        }
      }),
    );
  });

  test('regardless of the order of the namespaces', () => {
    fc.assert(
      fc.property(
        hard,
        sharers.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }))),
        (total, [all, shuffled]) => {
          assert.equal(
            new Map([...splitQuota(total, shuffled).shares].sort()),
            new Map([...splitQuota(total, all).shares].sort()),
          );
        },
      ),
    );
  });

  test('and parsing a printed amount returns the same amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 70n }),
        fc.constantFrom('binary' as const, 'decimal' as const),
        (value, family) => {
          assert.is(milli(formatMilli(value, family)), value);
        },
      ),
    );
  });

  test('in the rendered quotas of a tenant with any namespaces and annotations', () => {
    const namespaces = fc.uniqueArray(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 1, maxLength: 6 });
    const weight = fc.nat({ max: 99 });
    fc.assert(
      fc.property(
        hard.map(withWholeCounts),
        namespaces,
        fc.array(weight, { minLength: 6, maxLength: 6 }),
        (total, names, weights) => {
          const quotas = [...objectsOf([{ path: 'in.yaml', text: repository(total, names, weights) }]).values()].filter(
            ({ kind }) => kind === 'ResourceQuota',
          );
          assert.is(quotas.length, names.length);
          for (const [name, amount] of Object.entries(total)) {
            const parts = quotas.map(({ spec }) =>
              exact((spec as { hard: Record<string, string> }).hard[name] as string),
            );
            assert.ok(parts.reduce((sum, part) => sum + part, 0n) <= exact(amount), `${name} of ${amount}`);
          }
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

/** Amounts of objects and devices must be integers. */
function withWholeCounts(total: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const whole = ([name, amount]: readonly [string, string]) => {
    const isCount = /^(?:pods|services\.|requests\.nvidia)/.test(name);
    return [name, isCount ? String(milli(amount) / 1000n) : amount];
  };
  return Object.fromEntries(Object.entries(total).map(whole));
}

/** JSON is valid YAML. */
function repository(
  hard: Readonly<Record<string, string>>,
  names: readonly string[],
  weights: readonly number[],
): string {
  const specific = names.map((name, index) => ({
    namespaces: [`pay-${name}`],
    annotations: { 'leasehold.dev/quota-weight': String(weights[index]) },
  }));
  const group = 'tenantoperator.stakater.com';
  const quota = { apiVersion: `${group}/v1beta1`, kind: 'Quota', metadata: { name: 'small' } };
  const tenant = { apiVersion: `${group}/v1beta3`, kind: 'Tenant', metadata: { name: 'pay' } };
  return [
    { ...quota, spec: { resourcequota: { hard } } },
    { ...tenant, spec: { quota: 'small', namespaces: { withTenantPrefix: names, metadata: { specific } } } },
  ]
    .map((document) => JSON.stringify(document))
    .join('\n---\n');
}
