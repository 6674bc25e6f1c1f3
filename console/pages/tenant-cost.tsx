import { shareText } from '../app/amounts.ts';
import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { BillView } from '../model/bill.ts';
import { Section } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { moneyText } from './cost-lines.tsx';
import { Stat } from './dashboard.tsx';
import { DayChart } from './day-chart.tsx';
import { WithUse } from './tenant-use.tsx';

/** What a tenant cost in the whole recording or the last 30 days of stored costs, by day and workload. */
export function TenantCostPage({ name }: { readonly name: string }) {
  return <WithUse name={name}>{({ bill }) => <Bill bill={bill} />}</WithUse>;
}

function Bill({ bill }: { readonly bill: BillView }) {
  const { from, to, currency, total, days, sample } = bill;
  const daily = days.length === 0 ? 0 : Number(total) / days.length;
  return (
    <>
      {sample !== undefined && <p class="notice warn">{sample}</p>}
      <dl class="stats">
        <Stat title={`${from.slice(0, 10)} – ${lastDay(to)}`} value={`${moneyText(total)} ${currency}`} />
        <Stat title={texts.use.daily} value={`${moneyText(String(daily))} ${currency}`} />
      </dl>
      <Section title={texts.use.byDay} aside={<a href={link(['cost'])}>{texts.use.all}</a>}>
        <DayChart bill={bill} />
      </Section>
      <Lines bill={bill} />
    </>
  );
}

function Lines({ bill: { lines, currency, total } }: { readonly bill: BillView }) {
  return (
    <div class="card flush">
      <PagedTable
        label={texts.pages.cost}
        columns={[
          { title: texts.cost.groupings.workload },
          { title: texts.namespace },
          { title: texts.cost.share, isNumber: true },
          { title: `${texts.cost.cost} ${currency}`, isNumber: true },
        ]}
        rows={lines.map(({ namespace, workload, share, cost }) => ({
          key: `${namespace}/${workload}`,
          cells: () => [workload || '–', namespace || '–', shareText(share, 1), moneyText(cost)],
        }))}
        foot={[texts.cost.total, '', '100.0%', moneyText(total)]}
      />
    </div>
  );
}

function lastDay(end: string): string {
  return new Date(Date.parse(end) - 1).toISOString().slice(0, 10);
}
