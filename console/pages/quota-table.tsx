import type { ComponentChildren } from 'preact';
import { shareText } from '../app/amounts.ts';
import { result } from '../app/client.ts';
import { texts } from '../app/texts.ts';
import type { NamespaceQuota, QuotaTotal, QuotaView } from '../model/quota.ts';
import type { UsedAmount } from '../model/quota-use.ts';
import { SourceLink } from '../parts/labels.tsx';
import { Empty } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';

/** From this number on, resources are rows instead of columns, if there are fewer namespaces than resources. */
const manyResources = 6;

/** The quota of a tenant: the namespaces, and the total that is split between them. */
export function QuotaTable({ quota }: { readonly quota: QuotaView }) {
  const { resources, namespaces, tenant } = quota;
  if (resources.length === 0) return <Empty title={texts.quota.unlimited} />;
  const used = result('quotaUse').value;
  const use = used.state === 'ready' ? used.value : {};
  const isTransposed = resources.length >= manyResources && namespaces.length < resources.length;
  const amount = (one: NamespaceQuota, name: string) => (
    <Amount
      key={`${one.namespace} ${name}`}
      hard={one.amounts[name]}
      use={use[`${one.namespace}/${one.name}`]?.[name]}
    />
  );
  const table = isTransposed ? byResource(quota, amount) : byNamespace(quota, amount);
  return (
    <div class="card flush">
      <Table label={`${texts.tabs.quota} ${tenant}`} {...table} />
    </div>
  );
}

type AmountOf = (one: NamespaceQuota, resource: string) => ComponentChildren;

function byNamespace({ resources, totals: [total], namespaces }: QuotaView, amount: AmountOf) {
  const columns = resources.map((title) => ({ title, isNumber: true }));
  return {
    columns: [{ title: texts.namespace }, ...columns, { title: texts.source }],
    rows: namespaces.map((one) => ({
      key: `${one.namespace}/${one.name}`,
      cells: [titleOf(one), ...resources.map((name) => amount(one, name)), <Origin key="source" quota={one} />],
    })),
    ...(total && { foot: [totalTitle(total), ...resources.map((name) => total.amounts[name] ?? ''), ''] }),
  };
}

/** A table with many resources fits on the screen if they are rows. */
function byResource({ resources, totals: [total], namespaces }: QuotaView, amount: AmountOf) {
  const titles = [...namespaces.map(titleOf), ...(total ? [totalTitle(total)] : [])];
  return {
    columns: [{ title: texts.whatIf.resource }, ...titles.map((title) => ({ title, isNumber: true }))],
    rows: resources.map((name) => ({
      key: name,
      cells: [name, ...namespaces.map((one) => amount(one, name)), ...(total ? [total.amounts[name] ?? ''] : [])],
    })),
    foot: [texts.source, ...namespaces.map((one) => <Origin key={titleOf(one)} quota={one} />), ...(total ? [''] : [])],
  };
}

function titleOf({ namespace }: NamespaceQuota): string {
  return namespace || texts.access.cluster;
}

function totalTitle({ name }: QuotaTotal): string {
  return `${texts.quota.total} (${name})`;
}

interface AmountProps {
  readonly hard: string | undefined;
  readonly use: UsedAmount | undefined;
}

/** The share of a quota at which its usage is highlighted. */
const near = 0.8;

function Amount({ hard, use }: AmountProps) {
  if (hard === undefined) return <span class="quiet">–</span>;
  if (use === undefined) return <>{hard}</>;
  const tone = use.share >= 1 ? 'bad' : use.share >= near ? 'warn' : 'plain';
  return (
    <>
      {texts.whatIf.of(use.used, hard)} <span class={`chip ${tone}`}>{shareText(use.share)}</span>
    </>
  );
}

function Origin({ quota: { source } }: { readonly quota: NamespaceQuota }) {
  return <SourceLink source={source} />;
}
