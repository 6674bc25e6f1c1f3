import { signal } from '@preact/signals';
import { ask, forget, result } from '../app/client.ts';
import { isLive } from '../app/live.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { VolumeRow } from '../model/cluster.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { TenantLink } from '../parts/labels.tsx';
import { LiveNote } from '../parts/live-note.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Instant } from '../parts/time.tsx';
import { CapacityTab } from './capacity.tsx';
import { PlatformHealth } from './platform-health.tsx';

type Tab = keyof typeof texts.cluster.tabs;

interface Opened {
  readonly name: string;
  /** Why the file cannot be read; empty if it can. */
  readonly message: string;
  readonly objects: number;
}

const opened = signal<Opened | undefined>(undefined);

/** The cluster, from the gateway or an inventory: capacity, retained volumes and the platform's workloads. */
export function ClusterPage({ tab }: { readonly tab: string }) {
  const { cluster } = texts;
  const current = tab in cluster.tabs ? (tab as Tab) : 'capacity';
  const isOpen = isLive() || (opened.value !== undefined && opened.value.message === '');
  return (
    <Page
      title={cluster.title}
      lead={isLive() ? cluster.liveLead : cluster.lead}
      actions={isOpen && !isLive() ? <FileButton label={cluster.other} /> : undefined}
    >
      <Tabs
        label={cluster.title}
        current={current}
        tabs={(Object.keys(cluster.tabs) as Tab[]).map((tab) => {
          return { tab, href: link(['cluster', tab]), title: cluster.tabs[tab] };
        })}
      />
      {isOpen ? <Content tab={current} /> : <Start />}
    </Page>
  );
}

function Start() {
  const { cluster } = texts;
  const message = opened.value?.message ?? '';
  return (
    <>
      {message !== '' && (
        <p class="notice bad" role="alert">
          {message}
        </p>
      )}
      <LiveNote of="health" />
      <Empty title={cluster.open} help={cluster.help}>
        <p class="copy-line">
          <code class="command">{cluster.command}</code>
          <CopyButton label={cluster.copy} text={cluster.command} />
        </p>
        <FileButton label={cluster.open} />
      </Empty>
    </>
  );
}

function FileButton({ label }: { readonly label: string }) {
  const open = async (file: File | undefined) => {
    if (!file) return;
    const summary = await ask('openInventory', file.name, await file.text());
    forget(['capacity', 'volumes', 'health', 'quotaUse']);
    const objects = summary.ok ? Object.values(summary.counts).reduce((sum, count) => sum + count, 0) : 0;
    opened.value = { name: file.name, message: summary.ok ? '' : summary.message, objects };
  };
  return (
    <label class="button file">
      {label}
      <input
        type="file"
        accept=".json,.yaml,.yml"
        onChange={({ currentTarget }) => void open(currentTarget.files?.[0])}
      />
    </label>
  );
}

const methods = { capacity: 'capacity', volumes: 'volumes', health: 'health' } as const;

function Content({ tab }: { readonly tab: Tab }) {
  const { name = '', objects = 0 } = opened.value ?? {};
  return (
    <>
      {isLive() ? (
        <LiveNote of={methods[tab]} />
      ) : (
        <p class="quiet opened" role="status">
          {texts.cluster.opened(name, objects)}
        </p>
      )}
      {tab === 'capacity' && <CapacityTab />}
      {tab === 'volumes' && <Show of={result('volumes').value}>{(rows) => <Volumes rows={rows} />}</Show>}
      {tab === 'health' && <Show of={result('health', at()).value}>{(rows) => <PlatformHealth rows={rows} />}</Show>}
    </>
  );
}

function Volumes({ rows }: { readonly rows: readonly VolumeRow[] }) {
  const { cluster } = texts;
  if (rows.length === 0) return <Empty title={cluster.noVolumes} help={cluster.noVolumesHelp} />;
  return (
    <>
      <div class="card flush">
        <PagedTable
          label={cluster.tabs.volumes}
          columns={[
            { title: cluster.volume },
            { title: texts.tenant },
            { title: cluster.claim },
            { title: cluster.state },
            { title: cluster.size, isNumber: true },
            { title: cluster.since },
          ]}
          rows={rows.map(({ name, tenant, claim, state, size, since }) => ({
            key: name,
            cells: () => [
              name,
              <TenantLink key="tenant" name={tenant} />,
              claim,
              <Chip key="state" state={state} />,
              size,
              since === '' ? '–' : <Instant key="since" of={since} />,
            ],
          }))}
        />
      </div>
      <p class="quiet">{cluster.restore}</p>
    </>
  );
}

function Chip({ state }: { readonly state: string }) {
  return <span class={`chip ${state === 'bound' ? 'good' : 'warn'}`}>{state}</span>;
}
