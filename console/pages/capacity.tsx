import { signal } from '@preact/signals';
import { sumText } from '../app/amounts.ts';
import { result } from '../app/client.ts';
import { isLive } from '../app/live.ts';
import { readFilters, storeFilters } from '../app/saved-filters.ts';
import { at, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { CapacityView, Load } from '../model/capacity.ts';
import { TenantLink } from '../parts/labels.tsx';
import { Empty, Section, Show } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Meter } from './node-capacity.tsx';

const filters = signal(readFilters());

/** Requests and quotas compared with the capacity of the nodes that a filter selects. */
export function CapacityTab() {
  const { nodes = '' } = route.value.params;
  return (
    <>
      <Filters filter={nodes} />
      <Show of={result('capacity', at(), nodes).value}>{(view) => <Capacity view={view} />}</Show>
    </>
  );
}

function Filters({ filter }: { readonly filter: string }) {
  const { cluster } = texts;
  const isSaved = filters.value.includes(filter);
  const save = () => {
    filters.value = [...filters.value, filter];
    storeFilters(filters.value);
  };
  return (
    <div class="toolbar start">
      <label class="choice">
        <span>{cluster.filter}</span>
        <input
          type="text"
          value={filter}
          placeholder={cluster.filterPlaceholder}
          autocomplete="off"
          spellcheck={false}
          onChange={({ currentTarget }) => replaceParams({ nodes: currentTarget.value.trim() })}
        />
      </label>
      {filter !== '' && !isSaved && (
        <button type="button" class="button" onClick={save}>
          {cluster.save}
        </button>
      )}
      <Saved filter={filter} />
    </div>
  );
}

function Saved({ filter }: { readonly filter: string }) {
  if (filters.value.length === 0) return null;
  return (
    <fieldset class="saved">
      <legend class="hidden">{texts.cluster.saved}</legend>
      {filters.value.map((one) => (
        <button
          key={one}
          type="button"
          class="button small"
          aria-pressed={one === filter}
          onClick={() => replaceParams({ nodes: one === filter ? '' : one })}
        >
          {one}
        </button>
      ))}
    </fieldset>
  );
}

const measured = [
  { name: 'cpu', resource: 'requests.cpu' },
  { name: 'memory', resource: 'requests.memory' },
] as const;

function Capacity({ view }: { readonly view: CapacityView }) {
  const { cluster } = texts;
  const { nodes, allocatable, requested, quota } = view;
  if (nodes.length === 0)
    return <Empty title={cluster.noNodes} help={isLive() ? cluster.noLiveNodesHelp : cluster.noNodesHelp} />;
  return (
    <>
      <div class="two">
        {measured.map(({ name, resource }) => (
          <Section key={name} title={name === 'cpu' ? cluster.cores : cluster.memory}>
            <div class="pad">
              <Meter
                label={cluster.requested}
                resource={resource}
                amount={requested[name]}
                capacity={allocatable[name]}
              />
              <Meter label={cluster.quota} resource={resource} amount={quota[name]} capacity={allocatable[name]} />
            </div>
          </Section>
        ))}
      </div>
      <Section title={`${cluster.nodes} (${nodes.length})`}>
        <PagedTable
          label={cluster.nodes}
          columns={[{ title: cluster.node }, ...loadColumns]}
          rows={nodes.map((node) => ({
            key: node.name,
            cells: () => [node.name, ...loadCells(node.requested, node.allocatable)],
          }))}
        />
      </Section>
      <Tenants view={view} />
    </>
  );
}

function Tenants({ view }: { readonly view: CapacityView }) {
  const { cluster } = texts;
  return (
    <Section title={cluster.byTenant}>
      <PagedTable
        label={cluster.byTenant}
        columns={[{ title: texts.tenant }, ...loadColumns]}
        rows={view.tenants.map(({ tenant, requested: own, quota }) => ({
          key: tenant,
          cells: () => [
            tenant === '' ? <em key="name">{cluster.others}</em> : <TenantLink key="name" name={tenant} />,
            ...loadCells(own, quota),
          ],
        }))}
      />
    </Section>
  );
}

const loadColumns = [
  { title: texts.cluster.cores, isNumber: true },
  { title: texts.cluster.memory, isNumber: true },
  { title: texts.cluster.pods, isNumber: true },
];

/** `1.5 of 16`; only the amount if there is no limit. */
function loadCells(amount: Load, quota: Load): readonly string[] {
  const names = { cpu: 'requests.cpu', memory: 'requests.memory', pods: 'pods' } as const;
  return (['cpu', 'memory', 'pods'] as const).map((name) => {
    const text = sumText(names[name], amount[name]);
    return quota[name] === 0 ? text : texts.whatIf.of(text, sumText(names[name], quota[name]));
  });
}
