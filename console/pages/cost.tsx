import { type Grouping, groupings } from '../../cost/bill.ts';
import { meters } from '../../cost/meters.ts';
import { answer } from '../app/client.ts';
import { replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { BillLine, BillView } from '../model/bill.ts';
import { Choice } from '../parts/field.tsx';
import { TenantLink } from '../parts/labels.tsx';
import { Empty, Page, Section, Show } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { DayChart } from './day-chart.tsx';
import { saveFile } from './save-file.ts';

/** The bill of the recorded use. */
export function CostPage() {
  const by = groupings.find((one) => one === route.value.params['by']) ?? 'tenant';
  const bill = answer('bill', by).value;
  const lead =
    bill.state === 'ready' && bill.value ? texts.cost.lead(dateOf(bill.value.from), dateOf(bill.value.to)) : '';
  return (
    <Page title={texts.pages.cost} lead={lead}>
      <Show of={bill}>
        {(value) =>
          value ? <Bill bill={value} by={by} /> : <Empty title={texts.cost.empty} help={texts.cost.emptyHelp} />
        }
      </Show>
    </Page>
  );
}

function dateOf(instant: string): string {
  return instant.slice(0, 10);
}

function Bill({ bill, by }: { readonly bill: BillView; readonly by: Grouping }) {
  return (
    <>
      {bill.sample !== undefined && <p class="notice warn">{bill.sample}</p>}
      <Section
        title={texts.cost.chart}
        aside={
          <span class="quiet">
            {texts.cost.priceBook} {bill.priceBook} · {texts.cost.basis} {bill.basis}
          </span>
        }
      >
        <DayChart bill={bill} />
      </Section>
      <div class="toolbar">
        <Choice
          label={texts.cost.by}
          value={by}
          options={groupings.map((value) => ({ value, text: texts.cost.groupings[value] }))}
          onChange={(value) => replaceParams({ by: value })}
        />
        <button type="button" class="button" onClick={() => saveFile('costs.csv', csvOf(bill), 'text/csv')}>
          {texts.cost.csv}
        </button>
      </div>
      <Lines bill={bill} by={by} />
    </>
  );
}

function Lines({ bill, by }: { readonly bill: BillView; readonly by: Grouping }) {
  const used = meters.filter((meter) => bill.lines.some(({ quantities }) => quantities[meter] > 0));
  const names = groupings.slice(1, groupings.indexOf(by) + 1);
  return (
    <div class="card flush">
      <Table
        label={texts.pages.cost}
        columns={[
          { title: texts.tenant },
          ...names.map((name) => ({ title: texts.cost.groupings[name] })),
          ...used.map((meter) => ({ title: texts.cost.meters[meter], isNumber: true, isMinor: true })),
          { title: texts.cost.share, isNumber: true, isMinor: true },
          { title: `${texts.cost.cost} ${bill.currency}`, isNumber: true },
        ]}
        rows={bill.lines.map((line) => ({
          key: `${line.sort} ${line.tenant} ${line.namespace} ${line.workload}`,
          cells: [
            <LineName key="name" line={line} />,
            ...names.map((name) => line[name === 'namespace' ? 'namespace' : 'workload'] || '–'),
            ...used.map((meter) => amountText(line, meter)),
            `${(line.share * 100).toFixed(1)} %`,
            moneyText(line.cost),
          ],
        }))}
        foot={[texts.cost.total, ...names.map(() => ''), ...used.map(() => ''), '100.0 %', moneyText(bill.total)]}
      />
    </div>
  );
}

function LineName({ line: { sort, tenant } }: { readonly line: BillLine }) {
  if (sort === 'tenant') return <TenantLink name={tenant} />;
  return <em>{sort === 'idle' ? texts.cost.idle : texts.cost.unallocated}</em>;
}

function amountText({ quantities, unpriced }: BillLine, meter: (typeof meters)[number]) {
  const text = quantities[meter].toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return unpriced.includes(meter) ? <span title={texts.cost.notPriced}>{text} *</span> : text;
}

function moneyText(decimal: string): string {
  return Number(decimal).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** RFC 4180. A cell that a spreadsheet would evaluate as a formula starts with an apostrophe. */
function csvOf({ lines, currency, from, to }: BillView): string {
  const head = ['from', 'to', 'sort', 'tenant', 'namespace', 'workload', ...meters, 'cost', 'currency'];
  const rows = lines.map(({ sort, tenant, namespace, workload, quantities, cost }) => [
    from,
    to,
    sort,
    tenant,
    namespace,
    workload,
    ...meters.map((meter) => String(quantities[meter])),
    cost,
    currency,
  ]);
  return [head, ...rows].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
