import type { ComponentChildren } from 'preact';
import { result } from '../app/client.ts';
import { at, link, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { type SyncSummary, stateFinder, syncFinder } from '../model/live-state.ts';
import type { NamespaceRow } from '../model/namespaces.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Filter, matches } from '../parts/field.tsx';
import { SourceLink, TenantLink } from '../parts/labels.tsx';
import { HealthChip, StateChip, StateNote, StateNotes, SyncChip, showsCluster } from '../parts/live-state.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Page, Show } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';

/** The rendered namespaces. */
export function NamespacesPage() {
  return (
    <Page title={texts.pages.namespaces} lead={texts.namespacePage.lead}>
      <Show of={result('namespaces', at()).value}>{(rows) => <List rows={rows} />}</Show>
    </Page>
  );
}

function List({ rows }: { readonly rows: readonly NamespaceRow[] }) {
  const { q = '' } = route.value.params;
  if (rows.length === 0) return <EmptyState title={texts.namespacePage.empty} help={texts.namespacePage.emptyHelp} />;
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
      {shown.length === 0 ? <NoMatch /> : <NamespaceTable rows={shown} />}
    </>
  );
}

interface TableProps {
  readonly rows: readonly NamespaceRow[];
  /** The tenant of all rows; undefined if the rows belong to several tenants. */
  readonly tenant?: string;
}

/** Shows the columns with the state of the cluster if the gateway has read the cluster. */
export function NamespaceTable({ rows, tenant }: TableProps) {
  const live = showsCluster() ? liveCells(tenant ?? '') : undefined;
  const columns = live?.columns ?? [];
  return (
    <>
      {live?.notes ?? <StateNote from={{ state: 'loading' }} />}
      <div class="card flush">
        <PagedTable
          label={texts.namespaces}
          columns={[
            { title: texts.namespace },
            ...(tenant === undefined ? [{ title: texts.tenant }] : []),
            ...columns.map(({ title }) => ({ title })),
            { title: texts.objects, isNumber: true },
            { title: texts.overview.limits },
            { title: texts.overview.labels },
            { title: texts.source },
          ]}
          rows={rows.map((row) => ({
            key: row.name,
            cells: () =>
              cellsOf(row, { isOfTenant: tenant !== undefined, live: columns.map(({ cell }) => cell(row.name)) }),
          }))}
        />
      </div>
    </>
  );
}

interface LiveColumn {
  readonly title: string;
  readonly cell: (namespace: string) => ComponentChildren;
}

/** What the gateway knows about namespaces. */
function liveCells(tenant: string) {
  const [sleeping, sync] = [result('sleeping', tenant).value, result('sync', tenant).value];
  const columns: LiveColumn[] = [];
  if (sleeping.state === 'ready' && sleeping.value.asOf !== null) {
    const stateOf = stateFinder(sleeping.value);
    columns.push({ title: texts.live.state, cell: (name) => <StateChip key="state" now={stateOf(name)} /> });
  }
  if (sync.state === 'ready' && sync.value.asOf !== null) {
    const syncOf = syncFinder(sync.value);
    columns.push({ title: texts.live.sync, cell: (name) => <SyncCell key="sync" sync={syncOf(name)} /> });
  }
  const notes = (
    <StateNotes
      of={[
        [texts.live.state, sleeping],
        [texts.live.sync, sync],
      ]}
    />
  );
  return { columns, notes };
}

function SyncCell({ sync }: { readonly sync: SyncSummary | undefined }) {
  if (!sync) return <span class="quiet">–</span>;
  return (
    <span class="chips">
      <SyncChip sync={sync} />
      {sync.health !== 'Healthy' && <HealthChip health={sync.health} />}
    </span>
  );
}

/** The number of labels that are shown before the others. */
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

interface CellOptions {
  readonly isOfTenant: boolean;
  readonly live: readonly ComponentChildren[];
}

function cellsOf(row: NamespaceRow, { isOfTenant, live }: CellOptions) {
  const { name, tenant, objects, limits, labels, hibernates, source } = row;
  return [
    <span key="name" class="chips">
      <a class="strong" href={link(['tenants', tenant, 'objects'], { q: `${name}/` })}>
        {name}
      </a>
      {hibernates && <span class="chip plain">{texts.namespacePage.sleeps}</span>}
    </span>,
    ...(isOfTenant ? [] : [<TenantLink key="tenant" name={tenant} />]),
    ...live,
    objects,
    limits.map((kind) => texts.limits[kind]).join(', ') || <span class="quiet">{texts.namespacePage.without}</span>,
    <Labels key="labels" labels={labels} />,
    <SourceLink key="source" source={source} />,
  ];
}
