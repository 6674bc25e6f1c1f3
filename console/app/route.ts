/** A page of the console with its parameters: everything that a link must restore. */
export interface Route {
  /** `tenants`, `pay`, `objects` */
  readonly steps: readonly string[];
  readonly params: Readonly<Record<string, string>>;
}

/** Parses the fragment of a URL: `#/tenants/pay/objects?at=4f2a91c`. An invalid fragment leads to the first page. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  try {
    const steps = path
      .split('/')
      .filter((step) => step !== '')
      .map(decodeURIComponent);
    return { steps, params: Object.fromEntries(new URLSearchParams(query)) };
  } catch {
    return { steps: [], params: {} };
  }
}

/** The fragment for a page. Empty parameters are omitted. */
export function formatRoute({ steps, params }: Route): string {
  const entries = Object.entries(params).filter(([, value]) => value !== '');
  const query = new URLSearchParams(Object.fromEntries(entries)).toString();
  return `#/${steps.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

/** A link to a page that keeps the commit of the current page. */
export function linkTo(from: Route, steps: readonly string[], params: Readonly<Record<string, string>> = {}): string {
  const { at = '' } = from.params;
  return formatRoute({ steps, params: { ...params, at } });
}

/** The same page with other parameters. */
export function withParams({ steps, params }: Route, changed: Readonly<Record<string, string>>): Route {
  return { steps, params: { ...params, ...changed } };
}
