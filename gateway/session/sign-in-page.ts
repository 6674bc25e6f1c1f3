import { type ApiProblem, problemResponse } from '../response/problem.ts';

/** Below the path of the login, because a host that is shared with an identity provider routes only the login paths here. */
const folder = '/auth/login';

/**
 * Servers do not receive the part of a URL after `#`, which identifies the page of the console. The script adds it to
 * the address of the login.
 */
const script = `const to = location.pathname + location.search + location.hash;
location.replace('${folder}?to=' + encodeURIComponent(to));
`;

/** The colors are those of the console. */
const style = `:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
  background: light-dark(#f6f5f1, #131618);
  color: light-dark(#1b1f23, #e9ebec);
}
body { margin: 0; }
main {
  max-width: 26rem;
  margin: min(18vh, 9rem) auto 0;
  padding: 2rem;
  border: 1px solid light-dark(#e2dfd6, #2d3338);
  border-radius: 9px;
  background: light-dark(#ffffff, #1a1e21);
  overflow-wrap: anywhere;
}
.brand { display: flex; align-items: center; gap: 0.6rem; margin: 0 0 1.5rem; font-weight: 700; }
h1 { margin: 0 0 0.5rem; font-size: 1.4rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
.quiet { color: light-dark(#5a5f66, #a3abb3); }
.button {
  display: inline-block;
  padding: 0.5rem 1.1rem;
  border-radius: 7px;
  background: light-dark(#12664f, #6fd3ae);
  color: light-dark(#ffffff, #08211a);
  font-weight: 600;
  text-decoration: none;
}
.button:hover { background: light-dark(#0c5240, #8fe3c4); }
.button:focus-visible { outline: 2px solid currentcolor; outline-offset: 3px; }
main > :last-child { margin-bottom: 0; }
@media (max-width: 480px) { main { margin: 1rem; padding: 1.5rem; } }
@media (forced-colors: active) { .button { border: 1px solid LinkText; } }
`;

const mark = `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#12664f"/>
<path d="M9 8v15h14" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
<rect x="15" y="9" width="8" height="8" rx="2" fill="#8fe3c4"/></svg>`;

const assets: Readonly<Record<string, readonly [type: string, text: string]>> = {
  [`${folder}/continue.js`]: ['text/javascript', script],
  [`${folder}/page.css`]: ['text/css', style],
};

/** The script and the style of the pages. Undefined for other paths. */
export function signInAsset(path: string): Response | undefined {
  const found = assets[path];
  return found && respond(found[1], found[0], 200);
}

/** The page that continues at the identity provider, and then at the requested page. */
export function signInPage(to: string): Response {
  const link = `<a class="button" href="${folder}?to=${encodeURIComponent(to)}">Sign in</a>`;
  const head = `<script src="${folder}/continue.js" defer></script>`;
  const text = '<p class="quiet">You sign in with the identity provider of your organization.</p>';
  return respond(page('Sign in', `${text}<p>${link}</p>`, head), 'text/html', 200);
}

/** A failed login: a page if a browser shows the response, otherwise the JSON of the problem. */
export function signInProblem(request: Request, found: ApiProblem, path: string): Response {
  const accepts = request.headers.get('accept') ?? '';
  if (request.method !== 'GET' || !accepts.includes('text/html')) return problemResponse(found, path);
  const detail = found.detail === undefined ? '' : `<p>Reason: ${escaped(found.detail)}.</p>`;
  const help = '<p class="quiet">If this happens again, send the reason to an administrator of the platform.</p>';
  const again = '<p><a class="button" href="/">Sign in again</a></p>';
  const text = page('You are not signed in', `${detail}${found.detail === undefined ? '' : help}${again}`);
  return respond(text, 'text/html', found.status, found.headers);
}

function page(title: string, content: string, head = ''): string {
  const links = `<link rel="stylesheet" href="${folder}/page.css">${head}`;
  const meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  return `<!doctype html><html lang="en"><head>${meta}<title>${title} - leasehold</title>${links}</head>
<body><main><p class="brand">${mark}leasehold</p><h1>${title}</h1>${content}</main></body></html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function respond(text: string, type: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const own = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' };
  return new Response(text, { status, headers: { ...headers, ...own } });
}
