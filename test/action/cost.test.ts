import * as assert from 'uvu/assert';
import { costChange } from '../../analysis/cost/cost.ts';
import { readPriceList } from '../../analysis/cost/price-list.ts';
import { suite } from '../harness.ts';

const listText = (spec: string) => `apiVersion: leasehold.dev/v1alpha1\nkind: PriceList\nspec: ${spec}\n`;
const quota = (tenant: string, hard: string) => ({
  id: { group: '', kind: 'ResourceQuota', namespace: tenant, name: 'quota' },
  tenant,
  origin: undefined,
  text: `apiVersion: v1\nkind: ResourceQuota\nspec:\n  hard:\n${hard}`,
});

suite('the cost ceiling', (test) => {
  test('counts cores, GiB and objects, and ignores resources without a price', () => {
    const reading = readPriceList(
      'p.yaml',
      listText(
        '{currency: EUR, prices: {limits.cpu: 10, limits.memory: 2, pods: 0.5, gold.storageclass.storage.k8s.io/requests.storage: 1}}',
      ),
    );
    assert.ok(reading.ok);
    const before = [quota('acme', '    limits.cpu: 500m\n    limits.memory: 4Gi\n'), quota('globex', '    pods: 3\n')];
    const after = [
      quota('acme', '    limits.cpu: 2\n    limits.memory: 512Mi\n    services: 9\n'),
      quota('globex', '    pods: 3\n'),
      quota('initech', '    gold.storageclass.storage.k8s.io/requests.storage: 1Ti\n'),
    ];
    assert.equal(costChange(reading.list, before, after), {
      total: 21 + 1.5 + 1024,
      delta: 8 + 1024,
      tenants: [
        { tenant: 'acme', before: 13, after: 21 },
        { tenant: 'initech', before: 0, after: 1024 },
      ],
    });
  });

  test('counts requests once if a quota or the price list has both the short and the full name', () => {
    const cost = (prices: string, ...hard: readonly string[]) => {
      const reading = readPriceList('p.yaml', listText(`{currency: EUR, prices: {${prices}}}`));
      const lines = hard.map((line) => `    ${line}\n`).join('');
      return reading.ok && costChange(reading.list, [], [quota('acme', lines)]).total;
    };
    const both = 'cpu: 10, requests.cpu: 7';
    assert.equal(
      [cost(both, 'cpu: 2'), cost(both, 'requests.cpu: 2'), cost(both, 'cpu: 2', 'requests.cpu: 2')],
      [20, 14, 14],
    );
    assert.is(cost('requests.memory: 3', 'memory: 2Gi', 'requests.memory: 2Gi'), 6);
    assert.is(cost('memory: 3', 'memory: 2Gi', 'requests.memory: 2Gi'), 6);
  });

  test('is unlimited if a remaining namespace loses the limit of a resource with a price', () => {
    const reading = readPriceList('p.yaml', listText('{currency: EUR, prices: {requests.cpu: 10, pods: 0}}'));
    assert.ok(reading.ok);
    const { list } = reading;
    const [limited, other] = [quota('acme', '    requests.cpu: 4\n    pods: 3\n'), quota('acme', '    pods: 1\n')];
    const namespace = { ...quota('acme', ''), id: { group: '', kind: 'Namespace', namespace: '', name: 'acme' } };
    const whole = {
      ...{ tenant: 'acme', origin: undefined },
      id: { group: 'quota.openshift.io', kind: 'ClusterResourceQuota', namespace: '', name: 'acme' },
      text: 'spec: { quota: { hard: { cpu: 4 } } }',
    };
    const exponent = quota('acme', '    requests.cpu: "4e2"\n');
    const unlimited = [{ tenant: 'acme', before: 40, after: 0, unlimited: ['requests.cpu'] }];
    for (const [what, before, after] of [
      ['another quota', [limited], [other]],
      ['no quota', [limited], [namespace]],
      ['an amount in another notation', [limited], [exponent]],
      ['no quota of the whole tenant', [whole], [namespace]],
    ] as const)
      assert.equal(costChange(list, before, after).tenants, unlimited, what);
    for (const [what, before, after] of [
      ['no namespace', [limited], []],
      ['the short name', [limited], [quota('acme', '    cpu: 4\n')]],
      ['a quota of the whole tenant', [limited], [namespace, whole]],
      ['a quota of the namespace', [whole], [limited]],
      ['no limit on either side', [other], [namespace]],
    ] as const)
      assert.ok(
        costChange(list, before, after).tenants.every((one) => !('unlimited' in one)),
        what,
      );
  });

  test('requires a valid price list', () => {
    const wrong = {
      'spec: [': 'p.yaml: ',
      'not: one': 'must contain exactly one PriceList',
      [listText('{prices: {}}')]: 'spec.currency and spec.period',
      [listText('{currency: "<img>", prices: {}}')]: 'spec.currency and spec.period',
      [listText('{currency: EUR}')]: 'spec.prices must be a mapping',
      [listText('{currency: EUR, prices: {pods: -1}}')]: 'spec.prices.pods must be a number of at least 0',
      [listText('{currency: EUR, prices: {pods: .inf}}')]: 'spec.prices.pods must be a number',
    };
    for (const [text, message] of Object.entries(wrong)) {
      const reading = readPriceList('p.yaml', text);
      assert.ok(!reading.ok, text);
      assert.match(reading.message, message);
    }
  });
});
