import * as assert from 'uvu/assert';
import { costsCsv } from '../../console/app/costs-csv.ts';
import { suite } from '../harness.ts';
import { sampleFiles, serviceOf } from './sample.ts';

const service = serviceOf(sampleFiles);
const whole = { by: 'tenant', from: '', to: '', sharesIdle: false, compares: false };

suite('in bills of the console,', (test) => {
  test('a period contains its own days, and is compared with the previous period', async () => {
    const bill = await service.bill(undefined, { ...whole, from: '2026-06-04', to: '2026-06-06', compares: true });
    assert.equal([bill?.from, bill?.to, bill?.days.length], ['2026-06-04T00:00:00Z', '2026-06-07T00:00:00Z', 3]);
    assert.equal([bill?.before?.from, bill?.before?.missing], ['2026-06-01T00:00:00Z', 0]);
    const earlier = await service.bill(undefined, { ...whole, from: '2026-06-01', to: '2026-06-03' });
    assert.is(bill?.before?.total, earlier?.total);
    const costs = (of: typeof bill) => of?.lines.map(({ tenant, category }) => `${category} ${tenant}`);
    assert.equal(costs(bill), costs(earlier));
    assert.equal(
      bill?.lines.map(({ before }) => before),
      earlier?.lines.map(({ cost }) => cost),
    );
  });

  test('a day that does not exist and a period without a recorded hour are errors', async () => {
    const messageFor = async (from: string, to: string) => {
      const bill = service.bill(undefined, { ...whole, from, to });
      return bill.then(
        () => 'a bill',
        ({ message }: Error) => message,
      );
    };
    assert.is(await messageFor('2026-02-31', ''), 'the day 2026-02-31 does not exist');
    assert.is(await messageFor('', 'x'), 'the day x does not exist');
    assert.match(
      await messageFor('2020-01-01', '2020-01-31'),
      /^no usage is recorded for this period, only from 2026-\S+Z to 2026-\S+Z$/,
    );
    assert.match(await messageFor('2026-06-06', '2026-06-04'), /^no usage is recorded for this period, only from /);
  });

  test('sharing idle capacity does not change the total', async () => {
    const [own, shared] = [
      await service.bill(undefined, whole),
      await service.bill(undefined, { ...whole, sharesIdle: true }),
    ];
    assert.is(shared?.total, own?.total);
    assert.is(
      shared?.lines.some(({ category }) => category === 'idle'),
      false,
    );
    assert.is(
      own?.lines.some(({ category }) => category === 'idle'),
      true,
    );
  });

  test('costs can be grouped by a label of namespaces', async () => {
    assert.ok((await service.labels(undefined)).includes('stakater.com/kind'));
    const bill = await service.bill(undefined, { ...whole, by: 'label:stakater.com/kind' });
    assert.ok(bill?.lines.some(({ tenant }) => tenant === 'dev'));
    assert.is(bill?.total, (await service.bill(undefined, whole))?.total);
  });

  test('a commit without a price book has no bill', async () => {
    const earlier = sampleFiles.filter(({ path }) => !path.includes('price-book'));
    assert.is(await serviceOf(sampleFiles, [earlier]).bill('000', whole), undefined);
  });

  test('the CSV has a line for each line of the bill', async () => {
    const bill = await service.bill(undefined, whole);
    assert.is(costsCsv(bill as NonNullable<typeof bill>).split('\r\n').length, (bill?.lines.length ?? 0) + 2);
  });
});
