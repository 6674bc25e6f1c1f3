import { effect, signal } from '@preact/signals';
import { formatRoute, linkTo, parseRoute, type Route, withParams } from './route.ts';

/** The current page. The URL is the only source of this state. */
export const route = signal<Route>(parseRoute(location.hash));

addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash);
});

/** The commit that the pages show; undefined for the current files. */
export function at(): string | undefined {
  return route.value.params['at'] || undefined;
}

export function link(steps: readonly string[], params: Readonly<Record<string, string>> = {}): string {
  return linkTo(route.value, steps, params);
}

/** Changes parameters of the page without a new entry in the browser history. */
export function replaceParams(changed: Readonly<Record<string, string>>): void {
  const next = withParams(route.value, changed);
  history.replaceState(null, '', formatRoute(next));
  route.value = next;
}

export function goTo(hash: string): void {
  location.hash = hash;
}

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The color scheme that the user chose. */
export const theme = signal<Theme>(storedTheme());

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  store('theme', theme.value);
});

function storedTheme(): Theme {
  const stored = read('theme');
  return themes.find((one) => one === stored) ?? 'system';
}

export function nextTheme(): void {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length];
  if (next) theme.value = next;
}

/** Reads a stored choice. If storage is disabled, the console does not remember choices. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(`leasehold-console-${name}`);
  } catch {
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(`leasehold-console-${name}`, value);
  } catch {
    // The choice then applies until the page is closed.
  }
}
