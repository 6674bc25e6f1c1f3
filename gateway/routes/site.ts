import { can } from '../can/can.ts';
import { fail } from '../response/problem.ts';
import { sharedBody } from '../response/shared-body.ts';
import { sessionOf } from './authenticate.ts';
import type { Gateway } from './gateway.ts';

/** Serves the files of the console, and the data for administrators. */
export async function siteResponse(request: Request, gateway: Gateway): Promise<Response> {
  const { pathname } = new URL(request.url);
  const session = await sessionOf(request, gateway);
  if (!session) return gateway.authenticator.denial(request);
  const compute = gateway.site.data[pathname];
  if (compute) {
    await gateway.branch.opened();
    if (!can(session.person, 'read-platform', 'everything', gateway.branch.head().members)) fail(403);
    return respond('application/json; charset=utf-8', await compute());
  }
  const found = gateway.site.file(pathname === '/' ? '/index.html' : pathname) ?? fail(404);
  return respond(found.type, pathname === '/' ? withGateway(found.contents) : found.contents);
}

/** Marks the page of the console as served by a gateway, so that it uses the API. */
function withGateway(page: Uint8Array | string): string {
  const text = typeof page === 'string' ? page : Buffer.from(page).toString('utf8');
  return text.replace('name="leasehold-gateway" content="none"', 'name="leasehold-gateway" content="api"');
}

function respond(type: string, contents: Uint8Array | string): Response {
  const body = typeof contents === 'string' ? contents : sharedBody(contents);
  return new Response(body, { headers: { 'content-type': type, 'cache-control': 'no-store' } });
}
