import { groupings } from '../../cost/bill.ts';
import { signed } from '../app/amounts.ts';
import { result } from '../app/client.ts';
import { costsCsv } from '../app/costs-csv.ts';
import { isMember } from '../app/gateway.ts';
import { at, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { BillQuery, BillView } from '../model/bill.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Check, Choice } from '../parts/field.tsx';
import { Page, Section, Show } from '../parts/page.tsx';
import { CostLines, moneyText } from './cost-lines.tsx';
import { DayChart } from './day-chart.tsx';
import { saveFile } from './save-file.ts';

/** The bill for the recorded or stored usage. A recording is billed at the prices of the shown commit. */
export function CostPage() {
  const query = queryOf();
  const bill = result('bill', at(), query).value;
  const lead =
    bill.state === 'ready' && bill.value ? texts.cost.lead(dateOf(bill.value.from), lastDay(bill.value.to)) : '';
  return (
    <Page
      title={texts.pages.cost}
      lead={lead}
      actions={bill.state === 'ready' && bill.value && <Download bill={bill.value} />}
    >
      {bill.state === 'failed' && <Controls query={query} />}
      <Show of={bill}>
        {(value) =>
          value ? (
            <Bill bill={value} query={query} />
          ) : (
            <EmptyState title={texts.cost.empty} help={texts.cost.emptyHelp} />
          )
        }
      </Show>
    </Page>
  );
}

/** The query that the link contains. */
function queryOf(): BillQuery {
  const { by = 'tenant', from = '', to = '', idle, compare } = route.value.params;
  return { by, from, to, sharesIdle: idle === 'shared', compares: compare === '1' };
}

function dateOf(instant: string): string {
  return instant.slice(0, 10);
}

/** The last day of a period that ends before an instant. */
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
      <CostLines bill={bill} query={query} />
    </>
  );
}

/** The controls of the query. They are also shown if the bill fails, so that users can choose another period. */
function Controls({ bill, query }: Partial<BillProps> & Pick<BillProps, 'query'>) {
  const labels = result('labels', at()).value;
  const names = labels.state === 'ready' ? labels.value : [];
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
      <Day name="from" value={query.from || (bill ? dateOf(bill.from) : '')} recorded={bill?.recorded} />
      <Day name="to" value={query.to || (bill ? lastDay(bill.to) : '')} recorded={bill?.recorded} />
      <Check
        label={texts.cost.compare}
        isChecked={query.compares}
        onChange={(isChecked) => replaceParams({ compare: isChecked ? '1' : '' })}
      />
      {!isMember() && (
        <Check
          label={texts.cost.shareIdle}
          isChecked={query.sharesIdle}
          onChange={(isChecked) => replaceParams({ idle: isChecked ? 'shared' : '' })}
        />
      )}
    </div>
  );
}

function Download({ bill }: Pick<BillProps, 'bill'>) {
  return (
    <button type="button" class="button" onClick={() => saveFile('costs.csv', costsCsv(bill), 'text/csv')}>
      {texts.cost.csv}
    </button>
  );
}

interface DayProps {
  readonly name: 'from' | 'to';
  readonly value: string;
  readonly recorded: BillView['recorded'] | undefined;
}

function Day({ name, value, recorded }: DayProps) {
  return (
    <label class="choice short">
      <span>{texts.cost[name]}</span>
      <input
        type="date"
        min={recorded?.first}
        max={recorded?.last}
        value={value}
        onChange={({ currentTarget }) => replaceParams({ [name]: currentTarget.value })}
      />
    </label>
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
