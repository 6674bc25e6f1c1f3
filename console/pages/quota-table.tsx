import { texts } from '../app/texts.ts';
import type { NamespaceQuota, QuotaView } from '../model/quota.ts';
import { SourceLink } from '../parts/labels.tsx';
import { Empty } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';

/** The quota of a tenant: the namespaces, and the total that is split between them. */
export function QuotaTable({ quota }: { readonly quota: QuotaView }) {
  const { resources, totals, namespaces, tenant } = quota;
  if (resources.length === 0) return <Empty title={texts.quota.unlimited} />;
  const [total] = totals;
  return (
    <div class="card flush">
      <Table
        label={`${texts.tabs.quota} ${tenant}`}
        columns={[
          { title: texts.namespace },
          ...resources.map((title) => ({ title, isNumber: true })),
          { title: texts.source, isMinor: true },
        ]}
        rows={namespaces.map((one) => ({
          key: `${one.namespace}/${one.name}`,
          cells: [
            one.namespace || texts.access.cluster,
            ...resources.map((name) => one.amounts[name] ?? <Absent key={name} />),
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

function Absent() {
  return <span class="quiet">–</span>;
}

function Origin({ quota: { source } }: { readonly quota: NamespaceQuota }) {
  return <SourceLink source={source} />;
}
