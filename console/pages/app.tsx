import { useEffect, useRef } from 'preact/hooks';
import { type Result, result } from '../app/client.ts';
import { connection } from '../app/connection.ts';
import { gateway, session } from '../app/gateway.ts';
import { at, link, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Overview } from '../model/overview.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Page, Show } from '../parts/page.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { ConnectionBar, SignedOut } from './account.tsx';
import { Dashboard } from './dashboard.tsx';
import { lazy } from './lazy.tsx';
import { Palette } from './palette.tsx';
import { ProblemsPage } from './problems.tsx';
import { Navigation, TopBar } from './shell.tsx';
import { TenantPage } from './tenant.tsx';
import { TenantsPage } from './tenants.tsx';

const AccessPage = lazy(async () => (await import('./access.tsx')).AccessPage);
const ChangesPage = lazy(async () => (await import('./changes.tsx')).ChangesPage);
const ClusterPage = lazy(async () => (await import('./cluster.tsx')).ClusterPage);
const ConfigurationPage = lazy(async () => (await import('./configuration.tsx')).ConfigurationPage);
const CostPage = lazy(async () => (await import('./cost.tsx')).CostPage);
const EditPage = lazy(async () => (await import('./edit.tsx')).EditPage);
const FilesPage = lazy(async () => (await import('./files.tsx')).FilesPage);
const HibernationPage = lazy(async () => (await import('./hibernation.tsx')).HibernationPage);
const HistoryPage = lazy(async () => (await import('./history.tsx')).HistoryPage);
const NamespacesPage = lazy(async () => (await import('./namespaces.tsx')).NamespacesPage);
const QuotasPage = lazy(async () => (await import('./quotas.tsx')).QuotasPage);
const SimulatePage = lazy(async () => (await import('./simulate.tsx')).SimulatePage);
const WhatIfPage = lazy(async () => (await import('./what-if.tsx')).WhatIfPage);
const TemplatesPage = lazy(async () => (await import('./templates.tsx')).TemplatesPage);

/** The whole console. With a gateway, it first waits for the session. */
export function App() {
  if (!gateway) return <Console />;
  if (connection.value === 'left') return <SignedOut />;
  if (session.value.state === 'ready') return <Console />;
  return (
    <main class="signed-out">
      <ConnectionBar />
      <Show of={session.value}>{() => null}</Show>
    </main>
  );
}

function Console() {
  const overview = result('overview', at()).value;
  const main = useRef<HTMLElement>(null);
  const place = route.value.steps.join('/');
  useMovedFocus(main, place);
  return (
    <div class="layout">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {texts.skip}
      </button>
      <Navigation overview={overview.state === 'ready' ? overview.value : undefined} />
      <div class="column">
        <TopBar overview={overview.state === 'ready' ? overview.value : undefined} />
        <main id="main" ref={main} tabIndex={-1}>
          <BrokenNotice overview={overview} />
          <Current />
        </main>
      </div>
      <Palette />
      <Announcer />
    </div>
  );
}

/** Pages about the render of all tenants, which is empty if there is an error. */
const rendered = ['namespaces', 'access', 'quotas', 'hibernation', 'templates', 'cost', 'what-if', 'simulate'];
const maxProblems = 3;

function BrokenNotice({ overview }: { readonly overview: Result<Overview> }) {
  if (overview.state !== 'ready' || overview.value.ok || !rendered.includes(route.value.steps[0] ?? '')) return null;
  const { problems, counts } = overview.value;
  return (
    <section class="card broken" aria-label={texts.problems}>
      <p class="notice bad">
        {texts.dashboard.broken(counts.errors)}. {texts.dashboard.brokenPage}{' '}
        <a href={link(['problems'])}>{texts.dashboard.allProblems}</a>
      </p>
      <ProblemList problems={problems.slice(0, maxProblems)} />
    </section>
  );
}

/** Moves the focus to a new page, so that keyboard navigation and screen readers continue there. */
function useMovedFocus(main: { readonly current: HTMLElement | null }, place: string): void {
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    const isSamePage = samePage(shown.current, place);
    shown.current = place;
    if (isSamePage) return;
    (main.current?.querySelector('h1') ?? main.current)?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [place, main]);
}

/** All tabs of a tenant are one page. */
function samePage(one: string, other: string): boolean {
  const [a, b] = [one, other].map((place) => place.split('/').slice(0, 2).join('/'));
  return a === b && one.startsWith('tenants/');
}

function Current() {
  const [page = '', name, tab] = route.value.steps;
  if (page === '') return <Dashboard />;
  if (page === 'tenants') return name === undefined ? <TenantsPage /> : <TenantPage name={name} tab={tab ?? ''} />;
  if (page === 'simulate') return <SimulatePage />;
  if (page === 'what-if') return <WhatIfPage />;
  if (page === 'problems') return <ProblemsPage />;
  if (page === 'access') return <AccessPage />;
  if (page === 'quotas') return <QuotasPage />;
  if (page === 'namespaces') return <NamespacesPage />;
  if (page === 'hibernation') return <HibernationPage />;
  if (page === 'templates') return <TemplatesPage />;
  if (page === 'cluster') return <ClusterPage tab={name ?? ''} />;
  if (page === 'configuration') return <ConfigurationPage />;
  if (page === 'cost') return <CostPage />;
  if (page === 'history') return <HistoryPage />;
  if (page === 'changes' && gateway) return <ChangesPage id={name} />;
  if (page === 'files') return <FilesPage />;
  if (page === 'edit') return <EditPage />;
  return (
    <Page title={texts.notFound}>
      <a href={link([])}>{texts.pages.dashboard}</a>
    </Page>
  );
}
