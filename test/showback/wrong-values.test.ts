import * as assert from 'uvu/assert';
import { openCost } from '../../showback/opencost.ts';
import { prometheus } from '../../showback/prometheus.ts';
import type { FetchJson } from '../../showback/source.ts';
import { suite } from '../harness.ts';

const hour = 1_786_500_000 - (1_786_500_000 % 3600);
const options = { url: 'http://prometheus/', tenantLabel: 'leasehold.dev/tenant', basis: 'allocation' } as const;

/** The error of reading an hour of Prometheus. The first query asks for the minutes, and the others for amounts. */
async function errorFor({ minutes = [hour, '60'], value = [hour, '1'], warnings = [] as string[] }): Promise<string> {
  let queries = 0;
  const fetchJson: FetchJson = async () => {
    const result = [{ metric: { namespace: 'pay', pod: 'api' }, value: queries++ === 0 ? minutes : value }];
    return { status: 'success', warnings, data: { resultType: 'vector', result } };
  };
  const source = prometheus({ ...options, fetchJson });
  return source.readHour(hour).then(
    () => '',
    (error: Error) => error.message,
  );
}

suite('a wrong value of a source is an error, not an hour without usage', (test) => {
  test('but a valid value is accepted', async () => assert.is(await errorFor({}), ''));

  for (const value of [[], [hour], [hour, ''], [hour, 'x'], [hour, 1], [hour, '1e999']])
    test(`from Prometheus: ${JSON.stringify(value.slice(1))}`, async () =>
      assert.match(await errorFor({ value: value as never }), /is not a number/));

  for (const value of ['1e300', '1e303', '1.7e308'])
    test(`but a huge value is limited, so that it affects no other tenant: ${value}`, async () =>
      assert.is(await errorFor({ value: [hour, value] }), ''));

  test('from Prometheus: minutes that are negative or not a number', async () => {
    for (const minutes of ['NaN', '-1', '-Inf']) assert.match(await errorFor({ minutes: [hour, minutes] }), /minutes/);
  });

  test('from Prometheus: incomplete values with a warning', async () =>
    assert.match(await errorFor({ warnings: ['store is down'] }), /incomplete: store is down/));

  test('but a huge value of OpenCost is limited', async () => {
    const fetchJson: FetchJson = async () => ({
      code: 200,
      data: [{ 'pay/deployment/api/p': { cpuCoreHours: 1e305 } }],
    });
    const { usages } = await openCost({ ...options, fetchJson }).readHour(hour);
    assert.is(usages[0]?.quantities.cpuHour, BigInt(1e24));
  });

  test('from OpenCost: a number of another type', async () => {
    const fetchJson: FetchJson = async () => ({ code: 200, data: { node: { type: 'Node', cpuCoreHours: '8' } } });
    const read = openCost({ ...options, fetchJson }).readHour(hour);
    assert.match(await read.then(String, (error: Error) => error.message), /cpuCoreHours: "8"/);
  });
});
