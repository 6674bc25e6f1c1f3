import { type Grouping, groupings } from '../../cost/bill.ts';
import { type Meter, meters } from '../../cost/meters.ts';
import { shareText, signed } from '../app/amounts.ts';
import { texts } from '../app/texts.ts';
import type { BillLine, BillQuery, BillView } from '../model/bill.ts';
import { TenantLink } from '../parts/labels.tsx';
import { PagedTable } from '../parts/paged-table.tsx';

interface LinesProps {
  readonly bill: BillView;
  readonly query: BillQuery;
}

/** The lines of a bill, with their usage, share and cost. */
export function CostLines({ bill, query }: LinesProps) {
  const by = groupings.find((one) => one === query.by) ?? 'tenant';
  const used = meters.filter((meter) => bill.lines.some(({ quantities }) => quantities[meter] > 0));
  const names = groupings.slice(1, groupings.indexOf(by) + 1);
  const label = /^label:(.+)$/.exec(query.by)?.[1];
  const difference = bill.before ? [signed(Number(bill.total) - Number(bill.before.total))] : [];
  return (
    <div class="card flush">
      <PagedTable
        label={texts.pages.cost}
        columns={columnsOf(bill, { names, used, label })}
        rows={bill.lines.map((line) => ({
          key: `${line.category} ${line.tenant} ${line.namespace} ${line.workload}`,
          cells: () => [
            <LineName key="name" line={line} isTenant={label === undefined} />,
            ...names.map((name) => line[name === 'namespace' ? 'namespace' : 'workload'] || '–'),
            ...used.map((meter) => amountText(line, meter)),
            shareText(line.share, 1),
            ...(line.before === undefined ? [] : [signed(Number(line.cost) - Number(line.before))]),
            moneyText(line.cost),
          ],
        }))}
        foot={[
          texts.cost.total,
          ...names.map(() => ''),
          ...used.map(() => ''),
          '100.0%',
          ...difference,
          moneyText(bill.total),
        ]}
      />
    </div>
  );
}

interface Shown {
  readonly names: readonly Grouping[];
  readonly used: readonly Meter[];
  readonly label: string | undefined;
}

function columnsOf(bill: BillView, { names, used, label }: Shown) {
  return [
    { title: label ?? texts.tenant },
    ...names.map((name) => ({ title: texts.cost.groupings[name] })),
    ...used.map((meter) => ({ title: texts.cost.meters[meter], isNumber: true })),
    { title: texts.cost.share, isNumber: true },
    ...(bill.before ? [{ title: texts.cost.difference, isNumber: true }] : []),
    { title: `${texts.cost.cost} ${bill.currency}`, isNumber: true },
  ];
}

interface LineNameProps {
  readonly line: BillLine;
  /** False if lines are values of a label. */
  readonly isTenant: boolean;
}

function LineName({ line: { category, tenant }, isTenant }: LineNameProps) {
  if (category === 'unallocated' && !isTenant) return <em>{texts.cost.noLabel}</em>;
  if (category === 'tenant') return isTenant ? <TenantLink name={tenant} /> : <span class="strong">{tenant}</span>;
  return <em>{category === 'idle' ? texts.cost.idle : texts.cost.unallocated}</em>;
}

function amountText({ quantities, unpriced }: BillLine, meter: (typeof meters)[number]) {
  const text = quantities[meter].toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return unpriced.includes(meter) ? <span title={texts.cost.notPriced}>{text} *</span> : text;
}

/** An amount with two decimals. */
export function moneyText(decimal: string): string {
  return Number(decimal).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
