import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { result } from '../app/client.ts';
import { formatRoute } from '../app/route.ts';
import { at, goTo, link, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { matches } from '../parts/field.tsx';
import { shownGroups } from './page-list.ts';

interface Target {
  readonly text: string;
  readonly detail: string;
  readonly href: string;
}

const isOpen = signal(false);
const query = signal('');
const chosen = signal(0);
const maxTargets = 12;

export function openPalette(): void {
  query.value = '';
  chosen.value = 0;
  isOpen.value = true;
}

/** Finds tenants, namespaces and pages by name, from any page. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.key === 'k' && (event.ctrlKey || event.metaKey))) return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const open = isOpen.value;
  const place = formatRoute(route.value);
  useEffect(() => {
    isOpen.value = false;
  }, [place]);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={texts.searchHint}
      onClose={() => {
        isOpen.value = false;
      }}
    >
      {open && <Finder />}
    </dialog>
  );
}

function Finder() {
  const targets = findTargets(query.value);
  const current = Math.min(chosen.value, targets.length - 1);
  return (
    <>
      <input
        type="text"
        // biome-ignore lint/a11y/noRedundantRoles: an input without a list of its own is a textbox
        role="combobox"
        list={undefined}
        aria-expanded="true"
        aria-controls="targets"
        aria-activedescendant={targets.length > 0 ? `target-${current}` : undefined}
        aria-label={texts.searchHint}
        placeholder={texts.searchHint}
        autocomplete="off"
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={(event) => onKey(event, targets, current)}
      />
      <div id="targets" role="listbox" aria-label={texts.goTo}>
        {targets.map((target, index) => (
          <TargetItem key={target.href} target={target} index={index} isCurrent={index === current} />
        ))}
      </div>
      <p class={targets.length === 0 ? 'quiet pad' : 'hidden'} role="status">
        {texts.found(targets.length)}
      </p>
    </>
  );
}

interface TargetProps {
  readonly target: Target;
  readonly index: number;
  readonly isCurrent: boolean;
}

function TargetItem({ target, index, isCurrent }: TargetProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles all keys, as the combobox pattern defines
    <div
      id={`target-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      class="target"
      onClick={() => choose(target)}
    >
      <span>{target.text}</span>
      <span class="quiet">{target.detail}</span>
    </div>
  );
}

function onKey(event: KeyboardEvent, targets: readonly Target[], current: number): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && targets.length > 0) {
    event.preventDefault();
    chosen.value = (current + step + targets.length) % targets.length;
  }
  const target = targets[current];
  if (event.key === 'Enter' && target) choose(target);
}

function choose({ href }: Target): void {
  isOpen.value = false;
  goTo(href);
}

function findTargets(text: string): readonly Target[] {
  const listed = shownGroups().flatMap(({ pages }) => pages);
  const pages = listed.map(([name, steps]) => ({
    text: texts.pages[name],
    detail: texts.goTo,
    href: link(steps),
  }));
  const tenants = result('tenants', at()).value;
  const rows = tenants.state === 'ready' ? tenants.value : [];
  const named = rows.flatMap(({ name, namespaces = [] }) => [
    { text: name, detail: texts.tenant, href: link(['tenants', name]) },
    ...namespaces.map((one) => ({ text: one, detail: texts.namespace, href: link(['namespaces'], { q: one }) })),
  ]);
  const found = [...pages, ...named].filter((target) => matches(text, target.text));
  const starts = (target: Target) => Number(!target.text.toLowerCase().startsWith(text.toLowerCase()));
  return found.sort((a, b) => starts(a) - starts(b)).slice(0, maxTargets);
}
