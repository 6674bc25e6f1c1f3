import { result } from '../app/client.ts';
import { at, link, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { NamespaceRow } from '../model/namespaces.ts';
import { Filter, matches } from '../parts/field.tsx';
import { SourceLink, TenantLink } from '../parts/labels.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';

/** Every rendered namespace. */
export function NamespacesPage() {
  return (
    <Page title={texts.pages.namespaces} lead={texts.namespacePage.lead}>
      <Show of={result('namespaces', at()).value}>{(rows) => <List rows={rows} />}</Show>
    </Page>
  );
}

function List({ rows }: { readonly rows: readonly NamespaceRow[] }) {
  const { q = '' } = route.value.params;
  if (rows.length === 0) return <Empty title={texts.namespacePage.empty} />;
  const shown = rows.filter(({ name, tenant, labels }) =>
    matches(q, name, tenant, ...labels.map((pair) => pair.join('='))),
  );
  return (
    <>
      <div class="toolbar">
        <Filter
          label={texts.namespacePage.filter}
          placeholder={texts.namespacePage.placeholder}
          value={q}
          onInput={(value) => replaceParams({ q: value })}
        />
        <p class="quiet" role="status">
          {texts.count(shown.length, 'namespace', 'namespaces')}
        </p>
      </div>
      <NamespaceTable rows={shown} />
    </>
  );
}

interface TableProps {
  readonly rows: readonly NamespaceRow[];
  /** Whether all rows are of the tenant that the page shows. */
  readonly isOfTenant?: boolean;
}

export function NamespaceTable({ rows, isOfTenant = false }: TableProps) {
  return (
    <div class="card flush">
      <PagedTable
        label={texts.namespaces}
        columns={[
          { title: texts.namespace },
          ...(isOfTenant ? [] : [{ title: texts.tenant }]),
          { title: texts.objects, isNumber: true },
          { title: texts.overview.limits },
          { title: texts.overview.labels },
          { title: texts.source },
        ]}
        rows={rows.map((row) => ({ key: row.name, cells: () => cellsOf(row, isOfTenant) }))}
      />
    </div>
  );
}

/** Labels that are shown before the others. */
const firstLabels = 3;

function Labels({ labels }: Pick<NamespaceRow, 'labels'>) {
  const chips = labels.map(([label, value]) => (
    <code key={label}>
      {label}={value}
    </code>
  ));
  const rest = chips.slice(firstLabels);
  return (
    <>
      <span class="labels">{rest.length === 1 ? chips : chips.slice(0, firstLabels)}</span>
      {rest.length > 1 && (
        <details class="rest">
          <summary>{texts.namespacePage.moreLabels(rest.length)}</summary>
          <span class="labels">{rest}</span>
        </details>
      )}
    </>
  );
}

function cellsOf({ name, tenant, objects, limits, labels, hibernates, source }: NamespaceRow, isOfTenant: boolean) {
  return [
    <span key="name" class="chips">
      <a class="strong" href={link(['tenants', tenant, 'objects'], { q: `${name}/` })}>
        {name}
      </a>
      {hibernates && <span class="chip plain">{texts.namespacePage.sleeps}</span>}
    </span>,
    ...(isOfTenant ? [] : [<TenantLink key="tenant" name={tenant} />]),
    objects,
    limits.join(', ') || <span class="quiet">{texts.namespacePage.without}</span>,
    <Labels key="labels" labels={labels} />,
    <SourceLink key="source" source={source} />,
  ];
}
