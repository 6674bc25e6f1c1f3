import { useEffect, useRef, useState } from 'preact/hooks';
import { result } from '../app/client.ts';
import { isMember } from '../app/gateway.ts';
import { at, link, replaceParams, route } from '../app/state.ts';
import { formatOrder, type Order, readOrder, type SortKey, selectRows, toggled } from '../app/tenant-list.ts';
import { texts } from '../app/texts.ts';
import { type Viewport, windowOf } from '../app/window.ts';
import type { TenantRow } from '../model/tenant-rows.ts';
import { EmptyState, isBroken } from '../parts/empty-state.tsx';
import { Filter } from '../parts/field.tsx';
import { KindLabel, Money, OptionalNumber, ProblemCount, TenantLink } from '../parts/labels.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';

const rowHeight = 38;

const columns = [
  ['name', texts.tenant, ''],
  ['kind', texts.kind, 'minor'],
  ['namespaces', texts.namespaces, 'number minor'],
  ['objects', texts.objects, 'number minor'],
  ['problems', texts.problems, ''],
  ['ceiling', texts.ceiling, 'number minor'],
] as const;

/** The list of tenants. The DOM contains only the rows near the visible part. */
export function TenantsPage() {
  return (
    <Page
      title={texts.pages.tenants}
      lead={texts.tenants.lead}
      actions={
        <a class="button" href={link(['edit'], { new: 'tenant' })}>
          {texts.tenants.create}
        </a>
      }
    >
      <Show of={result('tenants', at()).value}>{(rows) => <TenantList rows={rows} />}</Show>
    </Page>
  );
}

function TenantList({ rows }: { readonly rows: readonly TenantRow[] }) {
  const query = route.value.params['q'] ?? '';
  const order = readOrder(route.value.params['sort']);
  const shown = selectRows(rows, query, order);
  if (rows.length === 0 && isMember()) return <Empty title={texts.member.none} help={texts.member.noneHelp} />;
  if (rows.length === 0)
    return (
      <EmptyState title={texts.tenants.empty} help={texts.tenants.emptyHelp}>
        <a class="button primary" href={link(['edit'], { new: 'tenant' })}>
          {texts.tenants.create}
        </a>
      </EmptyState>
    );
  return (
    <>
      {isBroken() && <p class="notice warn">{texts.tenants.broken}</p>}
      <div class="toolbar">
        <Filter
          label={texts.tenants.filter}
          placeholder={texts.tenants.placeholder}
          value={query}
          onInput={(q) => replaceParams({ q })}
        />
        <p class="quiet" role="status">
          {texts.tenants.shown(shown.length, rows.length)}
        </p>
      </div>
      {shown.length > 0 ? <TenantTable rows={shown} order={order} /> : <NoMatch title={texts.tenants.nothing(query)} />}
    </>
  );
}

function TenantTable({ rows, order }: { readonly rows: readonly TenantRow[]; readonly order: Order }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const viewport = useViewport(body);
  const { first, last, above, below } = windowOf(rows.length, viewport);
  return (
    <div class="card flush">
      <table class="tenants" aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(([by, title, kind]) => (
              <SortHead key={by} by={by} title={title} kind={kind} order={order} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {above > 0 && <Gap height={above} />}
          {rows.slice(first, last).map((row, index) => (
            <TenantItem key={row.name} row={row} index={first + index} />
          ))}
          {below > 0 && <Gap height={below} />}
        </tbody>
      </table>
    </div>
  );
}

function Gap({ height }: { readonly height: number }) {
  return (
    <tr class="gap">
      <td colSpan={columns.length} style={{ height: `${height}px` }} />
    </tr>
  );
}

interface SortHeadProps {
  readonly by: SortKey;
  readonly title: string;
  readonly kind: string;
  readonly order: Order;
}

function SortHead({ by, title, kind, order }: SortHeadProps) {
  const isSorted = order.by === by;
  const direction = order.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={kind} aria-sort={isSorted ? direction : undefined}>
      <button type="button" class="sort" onClick={() => replaceParams({ sort: formatOrder(toggled(order, by)) })}>
        {title}
        <span aria-hidden="true">{isSorted ? (order.isDescending ? '↓' : '↑') : ''}</span>
      </button>
    </th>
  );
}

function TenantItem({ row, index }: { readonly row: TenantRow; readonly index: number }) {
  const { name, kinds, namespaces, objects, errors, warnings, ceiling } = row;
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row">
        <TenantLink name={name} />
      </th>
      <td class="minor">
        {kinds.map((kind) => (
          <KindLabel key={`${kind.name}.${kind.group}`} kind={kind} />
        ))}
      </td>
      <td class="number minor">
        <OptionalNumber value={namespaces?.length} />
      </td>
      <td class="number minor">
        <OptionalNumber value={objects} />
      </td>
      <td>
        <ProblemCount errors={errors} warnings={warnings} />
      </td>
      <td class="number minor">
        <Money of={ceiling} />
      </td>
    </tr>
  );
}

/** The visible part of a list that scrolls with the page. */
function useViewport(list: { readonly current: HTMLElement | null }): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ scrolled: 0, height: innerHeight, rowHeight });
  useEffect(() => {
    const update = () => {
      const scrolled = -(list.current?.getBoundingClientRect().top ?? 0);
      const rounded = Math.round(scrolled / rowHeight) * rowHeight;
      setViewport((known) =>
        known.scrolled === rounded && known.height === innerHeight
          ? known
          : { scrolled: rounded, height: innerHeight, rowHeight },
      );
    };
    update();
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [list]);
  return viewport;
}
