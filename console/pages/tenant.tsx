import { result } from '../app/client.ts';
import { session } from '../app/gateway.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { readsOnlyCosts } from '../model/submitted-changes.ts';
import type { TenantView } from '../model/tenant-view.ts';
import { LiveNote } from '../parts/live-note.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { lazy } from './lazy.tsx';
import { Objects } from './objects.tsx';
import { QuotaTable } from './quota-table.tsx';
import { TenantOverview } from './tenant-overview.tsx';

const Graph = lazy(async () => (await import('./graph.tsx')).Graph);
const Namespaces = lazy(async () => (await import('./namespaces.tsx')).NamespaceTable);
const Access = lazy(async () => (await import('./tenant-access.tsx')).TenantAccess);
const Use = lazy(async () => (await import('./tenant-use.tsx')).TenantUsePage);
const Cost = lazy(async () => (await import('./tenant-cost.tsx')).TenantCostPage);
const History = lazy(async () => (await import('./tenant-history.tsx')).TenantHistoryPage);

type Tab = keyof typeof texts.tabs;

/** Everything about one tenant. */
export function TenantPage({ name, tab }: { readonly name: string; readonly tab: string }) {
  if (session.value.state === 'ready' && readsOnlyCosts(session.value.value, name)) return <OnlyCosts name={name} />;
  return (
    <Show of={result('tenant', at(), name).value}>
      {(tenant) => (tenant ? <Known tenant={tenant} tab={tabOf(tab)} /> : <Missing name={name} />)}
    </Show>
  );
}

function tabOf(text: string): Tab {
  return text in texts.tabs ? (text as Tab) : 'overview';
}

function allTenants() {
  return { href: link(['tenants']), title: texts.pages.tenants };
}

function Missing({ name }: { readonly name: string }) {
  return (
    <Page title={name} above={allTenants()}>
      <Empty title={texts.noTenant(name)} help={texts.noTenantAt}>
        <a href={link(['tenants'])}>{texts.dashboard.allTenants}</a>
      </Empty>
    </Page>
  );
}

function OnlyCosts({ name }: { readonly name: string }) {
  return (
    <Page title={name} part={texts.tabs.cost} above={allTenants()}>
      <Cost name={name} />
    </Page>
  );
}

function Known({ tenant, tab }: { readonly tenant: TenantView; readonly tab: Tab }) {
  const { name, documents, ok } = tenant;
  const [first] = documents;
  return (
    <Page
      title={name}
      part={texts.tabs[tab]}
      above={allTenants()}
      lead={documents.map(({ label }) => label).join(', ')}
      actions={
        first && (
          <a class="button" href={link(['edit'], { file: first.file, line: String(first.line) })}>
            {texts.edit}
          </a>
        )
      }
    >
      <TenantTabs tenant={tenant} current={tab} />
      {!ok && <p class="notice bad">{texts.overview.broken}</p>}
      <Content tenant={tenant} tab={tab} />
    </Page>
  );
}

function TenantTabs({ tenant, current }: { readonly tenant: TenantView; readonly current: Tab }) {
  const { objects, problems, namespaces } = tenant;
  const counts: Partial<Record<Tab, number>> = {
    ...{ namespaces: namespaces.length, objects: objects.length },
    ...(problems.length > 0 && { problems: problems.length }),
  };
  const tabs = (Object.keys(texts.tabs) as Tab[]).map((tab) => ({
    ...{ tab, href: link(['tenants', tenant.name, tab]) },
    title: (
      <>
        {texts.tabs[tab]}
        {counts[tab] !== undefined && <span class="badge">{counts[tab]}</span>}
      </>
    ),
  }));
  return <Tabs label={tenant.name} tabs={tabs} current={current} />;
}

function Content({ tenant, tab }: { readonly tenant: TenantView; readonly tab: Tab }) {
  const { name, namespaces } = tenant;
  if (tab === 'namespaces')
    return namespaces.length > 0 ? (
      <Namespaces rows={namespaces} tenant={name} />
    ) : (
      <Empty title={texts.overview.noNamespaces} />
    );
  if (tab === 'use') return <Use name={name} />;
  if (tab === 'cost') return <Cost name={name} />;
  if (tab === 'history') return <History name={name} />;
  if (tab === 'objects') return <Objects objects={tenant.objects} />;
  if (tab === 'access') return <Access rows={tenant.access} />;
  if (tab === 'quota')
    return (
      <>
        <LiveNote of="quotaUse" />
        <QuotaTable quota={tenant.quota} />
      </>
    );
  if (tab === 'graph') return <Graph tenant={tenant} />;
  if (tab === 'overview') return <TenantOverview tenant={tenant} />;
  return tenant.problems.length > 0 ? (
    <ProblemList problems={tenant.problems} />
  ) : (
    <Empty title={texts.problem.none} help={texts.problem.noneOfTenant} />
  );
}
