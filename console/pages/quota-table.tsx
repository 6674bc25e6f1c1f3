import { result } from '../app/client.ts';
import { texts } from '../app/texts.ts';
import type { NamespaceQuota, QuotaView } from '../model/quota.ts';
import type { UsedAmount } from '../model/quota-use.ts';
import { SourceLink } from '../parts/labels.tsx';
import { Empty } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';

/** The quota of a tenant: the namespaces, and the total that is split between them. */
export function QuotaTable({ quota }: { readonly quota: QuotaView }) {
  const { resources, totals, namespaces, tenant } = quota;
  if (resources.length === 0) return <Empty title={texts.quota.unlimited} />;
  const [total] = totals;
  const used = result('quotaUse').value;
  const use = used.state === 'ready' ? used.value : {};
  return (
    <div class="card flush">
      <Table
        label={`${texts.tabs.quota} ${tenant}`}
        columns={[
          { title: texts.namespace },
          ...resources.map((title) => ({ title, isNumber: true })),
          { title: texts.source },
        ]}
        rows={namespaces.map((one) => ({
          key: `${one.namespace}/${one.name}`,
          cells: [
            one.namespace || texts.access.cluster,
            ...resources.map((name) => (
              <Amount key={name} hard={one.amounts[name]} use={use[`${one.namespace}/${one.name}`]?.[name]} />
            )),
            <Origin key="source" quota={one} />,
          ],
        }))}
        {...(total && {
          foot: [`${texts.quota.total} (${total.name})`, ...resources.map((name) => total.amounts[name] ?? ''), ''],
        })}
      />
    </div>
  );
}

interface AmountProps {
  readonly hard: string | undefined;
  readonly use: UsedAmount | undefined;
}

/** From this share of a quota on, its use is marked. */
const near = 0.8;

function Amount({ hard, use }: AmountProps) {
  if (hard === undefined) return <span class="quiet">–</span>;
  if (use === undefined) return <>{hard}</>;
  const tone = use.share >= 1 ? 'bad' : use.share >= near ? 'warn' : 'plain';
  return (
    <>
      {texts.whatIf.of(use.used, hard)} <span class={`chip ${tone}`}>{Math.round(use.share * 100)} %</span>
    </>
  );
}

function Origin({ quota: { source } }: { readonly quota: NamespaceQuota }) {
  return <SourceLink source={source} />;
}
