import { groupings } from '../../cost/bill.ts';
import { meters } from '../../cost/meters.ts';
import { signed } from '../app/amounts.ts';
import { answer } from '../app/client.ts';
import { costsCsv } from '../app/costs-csv.ts';
import { at, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { BillLine, BillQuery, BillView } from '../model/bill.ts';
import { Check, Choice } from '../parts/field.tsx';
import { TenantLink } from '../parts/labels.tsx';
import { Empty, Page, Section, Show } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { DayChart } from './day-chart.tsx';
import { saveFile } from './save-file.ts';

/** The bill of the recorded use, at the prices of the shown commit. */
export function CostPage() {
  const query = queryOf();
  const bill = answer('bill', at(), query).value;
  const lead =
    bill.state === 'ready' && bill.value ? texts.cost.lead(dateOf(bill.value.from), lastDay(bill.value.to)) : '';
  return (
    <Page title={texts.pages.cost} lead={lead}>
      <Show of={bill}>
        {(value) =>
          value ? <Bill bill={value} query={query} /> : <Empty title={texts.cost.empty} help={texts.cost.emptyHelp} />
        }
      </Show>
    </Page>
  );
}

/** The bill that the link states. */
function queryOf(): BillQuery {
  const { by = 'tenant', from = '', to = '', idle, compare } = route.value.params;
  return { by, from, to, sharesIdle: idle === 'shared', compares: compare === '1' };
}

function dateOf(instant: string): string {
  return instant.slice(0, 10);
}

/** The last day of a period that ends at an instant. */
function lastDay(end: string): string {
  return new Date(Date.parse(end) - 1).toISOString().slice(0, 10);
}

interface BillProps {
  readonly bill: BillView;
  readonly query: BillQuery;
}

function Bill({ bill, query }: BillProps) {
  return (
    <>
      {bill.sample !== undefined && <p class="notice warn">{bill.sample}</p>}
      <Controls bill={bill} query={query} />
      {bill.before && <Comparison bill={bill} before={bill.before} />}
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
      <Lines bill={bill} query={query} />
    </>
  );
}

function Controls({ bill, query }: BillProps) {
  const labels = answer('labels', at()).value;
  const names = labels.state === 'ready' ? labels.value : [];
  const { first, last } = bill.recorded;
  const day = (name: 'from' | 'to', value: string) => (
    <label class="choice short">
      <span>{texts.cost[name]}</span>
      <input
        type="date"
        min={first}
        max={last}
        value={value}
        onChange={({ currentTarget }) => replaceParams({ [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <div class="toolbar start">
      <Choice
        label={texts.cost.by}
        value={query.by}
        options={[
          ...groupings.map((value) => ({ value: value as string, text: texts.cost.groupings[value] })),
          ...names.map((name) => ({ value: `label:${name}`, text: texts.cost.label(name) })),
        ]}
        onChange={(value) => replaceParams({ by: value })}
      />
      {day('from', query.from || dateOf(bill.from))}
      {day('to', query.to || lastDay(bill.to))}
      <Check
        label={texts.cost.compare}
        isChecked={query.compares}
        onChange={(isChecked) => replaceParams({ compare: isChecked ? '1' : '' })}
      />
      <Check
        label={texts.cost.shareIdle}
        isChecked={query.sharesIdle}
        onChange={(isChecked) => replaceParams({ idle: isChecked ? 'shared' : '' })}
      />
      <button type="button" class="button push" onClick={() => saveFile('costs.csv', costsCsv(bill), 'text/csv')}>
        {texts.cost.csv}
      </button>
    </div>
  );
}

interface ComparisonProps {
  readonly bill: BillView;
  readonly before: NonNullable<BillView['before']>;
}

function Comparison({ bill, before }: ComparisonProps) {
  const difference = Number(bill.total) - Number(before.total);
  return (
    <p class="notice" role="status">
      {texts.cost.before(dateOf(before.from), lastDay(before.to))}: {moneyText(before.total)} {bill.currency} →{' '}
      <b>
        {moneyText(bill.total)} {bill.currency}
      </b>{' '}
      ({signed(difference)}){before.missing > 0 && `. ${texts.cost.missing(before.missing)}`}
    </p>
  );
}

function Lines({ bill, query }: BillProps) {
  const by = groupings.find((one) => one === query.by) ?? 'tenant';
  const used = meters.filter((meter) => bill.lines.some(({ quantities }) => quantities[meter] > 0));
  const names = groupings.slice(1, groupings.indexOf(by) + 1);
  const label = /^label:(.+)$/.exec(query.by)?.[1];
  const columns = [
    { title: label ?? texts.tenant },
    ...names.map((name) => ({ title: texts.cost.groupings[name] })),
    ...used.map((meter) => ({ title: texts.cost.meters[meter], isNumber: true, isMinor: true })),
    { title: texts.cost.share, isNumber: true, isMinor: true },
    ...(bill.before ? [{ title: texts.cost.difference, isNumber: true }] : []),
    { title: `${texts.cost.cost} ${bill.currency}`, isNumber: true },
  ];
  const difference = bill.before ? [signed(Number(bill.total) - Number(bill.before.total))] : [];
  return (
    <div class="card flush">
      <PagedTable
        label={texts.pages.cost}
        columns={columns}
        rows={bill.lines.map((line) => ({
          key: `${line.sort} ${line.tenant} ${line.namespace} ${line.workload}`,
          cells: () => [
            <LineName key="name" line={line} isTenant={label === undefined} />,
            ...names.map((name) => line[name === 'namespace' ? 'namespace' : 'workload'] || '–'),
            ...used.map((meter) => amountText(line, meter)),
            `${(line.share * 100).toFixed(1)} %`,
            ...(line.before === undefined ? [] : [signed(Number(line.cost) - Number(line.before))]),
            moneyText(line.cost),
          ],
        }))}
        foot={[
          texts.cost.total,
          ...names.map(() => ''),
          ...used.map(() => ''),
          '100.0 %',
          ...difference,
          moneyText(bill.total),
        ]}
      />
    </div>
  );
}

interface LineNameProps {
  readonly line: BillLine;
  /** False if lines are values of a label. */
  readonly isTenant: boolean;
}

function LineName({ line: { sort, tenant }, isTenant }: LineNameProps) {
  if (sort === 'unallocated' && !isTenant) return <em>{texts.cost.noLabel}</em>;
  if (sort === 'tenant') return isTenant ? <TenantLink name={tenant} /> : <span class="strong">{tenant}</span>;
  return <em>{sort === 'idle' ? texts.cost.idle : texts.cost.unallocated}</em>;
}

function amountText({ quantities, unpriced }: BillLine, meter: (typeof meters)[number]) {
  const text = quantities[meter].toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return unpriced.includes(meter) ? <span title={texts.cost.notPriced}>{text} *</span> : text;
}

function moneyText(decimal: string): string {
  return Number(decimal).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
