import { useRef } from 'preact/hooks';
import { changes, isMember } from '../app/gateway.ts';
import { formatRoute } from '../app/route.ts';
import { at, link, nextTheme, route, theme } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { Overview } from '../model/overview.ts';
import { isUndecided } from '../model/submitted-changes.ts';
import { Icon } from '../parts/icon.tsx';
import { Account, ConnectionBar, NewerBar } from './account.tsx';
import { type ListedPage, shownGroups } from './page-list.ts';
import { openPalette } from './palette.tsx';

export function Navigation({ overview }: { readonly overview: Overview | undefined }) {
  return (
    <aside class="side">
      <a class="brand" href={link([])}>
        <img src="icon.svg" alt="" width="28" height="28" />
        <span>{texts.product}</span>
      </a>
      <PageList overview={overview} />
    </aside>
  );
}

function PageList({ overview, onChosen }: { readonly overview: Overview | undefined; readonly onChosen?: () => void }) {
  return (
    <nav aria-label={texts.menu} class="pages">
      {shownGroups().map(({ name, pages }) => (
        <ul key={name} aria-label={texts.groups[name]}>
          {name !== 'state' && (
            <li class="page-group" aria-hidden="true">
              {texts.groups[name]}
            </li>
          )}
          {pages.map((page) => (
            <PageItem key={page[0]} page={page} overview={overview} onChosen={onChosen} />
          ))}
        </ul>
      ))}
    </nav>
  );
}

interface PageItemProps {
  readonly page: ListedPage;
  readonly overview: Overview | undefined;
  readonly onChosen: (() => void) | undefined;
}

function PageItem({ page: [name, steps], overview, onChosen }: PageItemProps) {
  const isCurrent = (steps[0] ?? '') === (route.value.steps[0] ?? '');
  return (
    <li>
      <a href={link(steps)} aria-current={isCurrent ? 'page' : undefined} onClick={() => onChosen?.()}>
        <Icon name={name} />
        <span>{texts.pages[name]}</span>
        <Badge name={name} overview={overview} />
      </a>
    </li>
  );
}

function Badge({ name, overview }: { readonly name: string; readonly overview: Overview | undefined }) {
  if (name === 'changes') return <OpenChanges />;
  if (!overview) return null;
  const { tenants, namespaces, errors, warnings } = overview.counts;
  if (name === 'problems' && errors + warnings > 0)
    return <span class={`badge ${errors > 0 ? 'bad' : 'warn'}`}>{errors + warnings}</span>;
  const number = name === 'tenants' ? tenants : name === 'namespaces' ? namespaces : undefined;
  return number === undefined ? null : <span class="badge">{number.toLocaleString('en')}</span>;
}

function OpenChanges() {
  const open = changes.value.state === 'ready' ? changes.value.value.filter(isUndecided).length : 0;
  return open === 0 ? null : <span class="badge">{open}</span>;
}

export function TopBar({ overview }: { readonly overview: Overview | undefined }) {
  return (
    <>
      <header class="top">
        <NarrowMenu overview={overview} />
        <p class="repository">
          <span class="strong">{overview?.name ?? ' '}</span>
          <CommitName overview={overview} />
        </p>
        <button type="button" class="search" onClick={openPalette} aria-keyshortcuts="Control+K">
          <Icon name="search" />
          <span>{texts.search}</span>
          <span class="key" aria-hidden="true">
            Ctrl K
          </span>
        </button>
        <button type="button" class="round" onClick={nextTheme} title={texts.theme[theme.value]}>
          <Icon name="theme" />
          <span class="hidden">{texts.theme[theme.value]}</span>
        </button>
        <Account />
      </header>
      <ConnectionBar />
      <NewerBar />
      <PastBar />
    </>
  );
}

function CommitName({ overview }: { readonly overview: Overview | undefined }) {
  if (!overview) return null;
  const { head } = overview;
  if (!head) return <span class="quiet">{texts.noGit}</span>;
  if (isMember()) return <span class="commit">{head.sha.slice(0, 7)}</span>;
  return (
    <a class="commit" href={link(['history'])}>
      <Icon name="commit" />
      <span class="hidden">{texts.commit} </span>
      {(at() ?? head.sha).slice(0, 7)}
      {at() === undefined && !head.isClean && <span class="quiet"> + {texts.local}</span>}
    </a>
  );
}

/** The pages as a menu, for screens that are too narrow for a sidebar. */
function NarrowMenu({ overview }: { readonly overview: Overview | undefined }) {
  const menu = useRef<HTMLDivElement>(null);
  return (
    <div class="narrow">
      <button type="button" class="round" popovertarget="pages">
        <Icon name="menu" />
        <span class="hidden">{texts.menu}</span>
      </button>
      <div id="pages" popover="auto" ref={menu} class="drawer">
        <PageList overview={overview} onChosen={() => menu.current?.hidePopover()} />
      </div>
    </div>
  );
}

/** Shows that the page is about an earlier commit. */
function PastBar() {
  const sha = at();
  if (sha === undefined) return null;
  const { steps, params } = route.value;
  return (
    <div class="past" role="status">
      <Icon name="history" />
      <span>{texts.viewing(sha.slice(0, 7))}</span>
      <a href={formatRoute({ steps, params: { ...params, at: '' } })}>{texts.backToNow}</a>
    </div>
  );
}
