import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface TabsProps<Tab extends string> {
  /** The name of the navigation for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly tab: Tab; readonly href: string; readonly title: ComponentChildren }[];
  readonly current: Tab;
}

/** Links to the parts of a page. On a narrow screen they scroll sideways, with the current one in view. */
export function Tabs<Tab extends string>({ label, tabs, current }: TabsProps<Tab>) {
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => showCurrent(list.current), [current]);
  return (
    <nav class="tabs" aria-label={label} ref={list}>
      <ul>
        {tabs.map(({ tab, href, title }) => (
          <li key={tab}>
            <a href={href} aria-current={tab === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function showCurrent(list: HTMLElement | null): void {
  const link = list?.querySelector<HTMLElement>('[aria-current]');
  if (!list || !link) return;
  const [{ left, width }, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += left - outer.left - (outer.width - width) / 2;
}
