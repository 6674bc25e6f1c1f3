/** Emulates the cookies and redirects of a browser, but renders no pages. */
export interface Browser {
  /** Follows redirects to other pages. Requests to `origin` go to `app`. */
  readonly open: (url: string, options?: RequestInit) => Promise<Response>;
  readonly cookies: Map<string, string>;
  /** The URL of the last response. */
  readonly at: () => string;
  /** The URLs of all requests. */
  readonly visited: readonly string[];
}

type App = (url: string, options: RequestInit) => Response | Promise<Response>;

export function browserOf(origin: string, app: App): Browser {
  const cookies = new Map<string, string>();
  let at = '';
  const visited: string[] = [];
  const open = async (url: string, options: RequestInit = {}, hops = 12): Promise<Response> => {
    at = url;
    visited.push(url);
    const { host } = new URL(url);
    const own = [...cookies].filter(([key]) => key.startsWith(`${host} `));
    const cookie = own.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(options.headers as object), host, cookie };
    const all: RequestInit = { ...options, headers, redirect: 'manual' };
    const response = await (url.startsWith(`${origin}/`) ? app(url, all) : fetch(url, all));
    for (const line of response.headers.getSetCookie()) keep(cookies, host, line);
    const location = response.headers.get('location');
    if (location === null || response.status >= 400 || response.status < 300 || hops === 0) return response;
    await response.body?.cancel();
    return open(new URL(location, url).href, {}, hops - 1);
  };
  return { open: (url, options) => open(url, options), cookies, at: () => at, visited };
}

function keep(cookies: Map<string, string>, host: string, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const isGone = attributes.some((one) => /max-age=0|expires=Thu, 01 Jan 1970/i.test(one));
  if (isGone || value === '') cookies.delete(`${host} ${name}`);
  else cookies.set(`${host} ${name}`, value);
}

/** Submits the login form and the consent form of the identity provider. */
export async function signInAt(browser: Browser, url: string, user: string): Promise<Response> {
  let response = await browser.open(url);
  for (let step = 0; step < 4; step++) {
    const page = await response.clone().text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined) return response;
    const body = new URLSearchParams({ prompt, login: user, password: 'any' });
    response = await browser.open(new URL(action, browser.at()).href, { method: 'POST', body });
  }
  return response;
}
