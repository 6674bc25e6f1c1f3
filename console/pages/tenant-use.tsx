import type { ComponentChildren } from 'preact';
import { result } from '../app/client.ts';
import { at } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { BillLine } from '../model/bill.ts';
import type { NamespaceUse, TenantUse } from '../model/tenant-use.ts';
import { Empty, Section, Show } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { moneyText } from './cost-lines.tsx';
import { Meter } from './node-capacity.tsx';

/**
 * Loads the usage of a tenant in the whole recording or the last 30 days of stored costs, and shows a placeholder
 * without one.
 */
export function WithUse(props: { readonly name: string; readonly children: (use: TenantUse) => ComponentChildren }) {
  return (
    <Show of={result('tenantUse', at(), props.name).value}>
      {(use) => (use ? props.children(use) : <Empty title={texts.cost.empty} help={texts.cost.emptyHelp} />)}
    </Show>
  );
}

/** The average usage of the workloads of a tenant, and that of its namespaces compared with their quotas. */
export function TenantUsePage({ name }: { readonly name: string }) {
  return (
    <WithUse name={name}>
      {({ bill, namespaces }) => (
        <>
          {bill.sample !== undefined && <p class="notice warn">{bill.sample}</p>}
          <p class="quiet opened">{texts.use.lead(bill.hours, bill.basis)}</p>
          <Section title={texts.use.byNamespace}>
            <div class="meters">
              {namespaces.map((one) => (
                <Namespace key={one.namespace} use={one} />
              ))}
            </div>
          </Section>
          <Workloads lines={bill.lines.filter(isRunning)} hours={bill.hours} />
        </>
      )}
    </WithUse>
  );
}

/** A subscription has a cost, but uses nothing. */
function isRunning({ workload, quantities }: BillLine): boolean {
  return workload !== '' && quantities.cpuHour + quantities.ramGbHour > 0;
}

function Namespace({ use: { namespace, cpu, memory, quota } }: { readonly use: NamespaceUse }) {
  return (
    <section aria-label={namespace}>
      <h3>{namespace}</h3>
      <Meter label={texts.use.cores} resource="requests.cpu" amount={cpu} capacity={quota.cpu} />
      <Meter label={texts.use.memory} resource="requests.memory" amount={memory} capacity={quota.memory} />
    </section>
  );
}

interface WorkloadsProps {
  readonly lines: readonly BillLine[];
  readonly hours: number;
}

function Workloads({ lines, hours }: WorkloadsProps) {
  const average = (amount: number) => (amount / Math.max(1, hours)).toLocaleString('en', { maximumFractionDigits: 2 });
  if (lines.length === 0) return <Empty title={texts.use.none} />;
  return (
    <Section title={texts.use.byWorkload}>
      <PagedTable
        label={texts.use.byWorkload}
        columns={[
          { title: texts.cost.groupings.workload },
          { title: texts.namespace },
          { title: texts.use.cores, isNumber: true },
          { title: `${texts.use.memory} GiB`, isNumber: true },
          { title: texts.cost.cost, isNumber: true },
        ]}
        rows={lines.map(({ namespace, workload, quantities, cost }) => ({
          key: `${namespace}/${workload}`,
          cells: () => [
            workload,
            namespace,
            average(quantities.cpuHour),
            average(quantities.ramGbHour),
            moneyText(cost),
          ],
        }))}
      />
    </Section>
  );
}
