import { type ApiProblem, problemResponse } from '../response/problem.ts';

/** Below the path of the login, because a host that is shared with an identity provider routes only the login paths here. */
const folder = '/auth/login';

/** Servers do not receive the part of a URL after `#`, which names the page of the console. The script adds it to the link. */
const script = `const to = location.pathname + location.search + location.hash;
location.replace('${folder}?to=' + encodeURIComponent(to));
`;

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
`;

const assets: Readonly<Record<string, readonly [type: string, text: string]>> = {
  [`${folder}/continue.js`]: ['text/javascript', script],
  [`${folder}/page.css`]: ['text/css', style],
};

/** The script and the style of the pages. Undefined for other paths. */
export function signInAsset(path: string): Response | undefined {
  const found = assets[path];
  return found && respond(found[1], found[0], 200);
}

/** Continues at the identity provider, and then at the requested page. */
export function signInPage(to: string): Response {
  const link = `<a href="${folder}?to=${encodeURIComponent(to)}">Sign in</a>`;
  const head = `<script src="${folder}/continue.js" defer></script>`;
  return respond(page('Sign in', `<p>${link}</p>`, head), 'text/html', 200);
}

/** A failed login, for a browser that shows the response. */
export function signInProblem(request: Request, found: ApiProblem, path: string): Response {
  const accepts = request.headers.get('accept') ?? '';
  if (request.method !== 'GET' || !accepts.includes('text/html')) return problemResponse(found, path);
  const detail = found.detail === undefined ? '' : `<p>Reason: ${escaped(found.detail)}.</p>`;
  const text = page('You are not signed in', `${detail}<p><a href="/">Sign in again</a></p>`);
  return respond(text, 'text/html', found.status, found.headers);
}

function page(title: string, content: string, head = ''): string {
  const links = `<link rel="stylesheet" href="${folder}/page.css">${head}`;
  const meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  return `<!doctype html><html lang="en"><head>${meta}<title>${title} - leasehold</title>${links}</head>
<body><main><h1>${title}</h1>${content}</main></body></html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function respond(text: string, type: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const own = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' };
  return new Response(text, { status, headers: { ...headers, ...own } });
}
