import type { Browser } from 'playwright-core';
import { type Live, noCluster } from '../../gateway/live/live.ts';
import { createApp } from '../../gateway/routes/app.ts';
import { openMetrics } from '../../gateway/routes/metrics.ts';
import { listen } from '../../gateway/server.ts';
import { type Authenticator, cookieOf } from '../../gateway/session/authenticator.ts';
import { siteFiles } from '../../gateway/site-files.ts';
import { dataOf } from '../../gateway/start.ts';
import { type Fixture, gatewayFixture } from '../../test/gateway/fixture.ts';
import { type PersonName, people } from '../../test/gateway/people.ts';
import { startBrowser, type Visited, visit } from '../console/browser.ts';
import { builtConsole } from './built-console.ts';

const cookie = 'leasehold';

/** A gateway with its console, for people with roles in documents or in the configuration. */
export interface Served extends Pick<Fixture, 'gateway' | 'git' | 'commit'> {
  readonly url: string;
  readonly browser: Browser;
  /** Paths of all requests of browsers. */
  readonly asked: string[];
  /** Opens a browser profile in which the person is signed in. */
  readonly enter: (name: PersonName, options?: Parameters<typeof visit>[2]) => Promise<Visited>;
  /** Simulates a proxy in front of the gateway that responds with this status. Undefined ends the simulation. */
  readonly breakWith: (status: number | undefined) => void;
  readonly close: () => Promise<void>;
}

export async function serveGateway(
  files: Readonly<Record<string, string>> = {},
  live: Live = noCluster,
): Promise<Served> {
  const { gateway, git, commit } = gatewayFixture(files);
  const data = dataOf(gateway);
  const site = { data, file: siteFiles(builtConsole()) };
  const asked: string[] = [];
  let broken: number | undefined;
  const server = await listen(
    (port) => {
      const authenticator = authenticatorAt(port, gateway);
      const app = createApp({ ...gateway, live, site, authenticator }, openMetrics());
      return (request) => {
        asked.push(new URL(request.url).pathname);
        return broken === undefined ? app.fetch(request) : new Response('<h1>Bad gateway</h1>', { status: broken });
      };
    },
    '127.0.0.1',
    0,
  );
  const browser = await startBrowser();
  const url = `http://127.0.0.1:${server.port}/`;
  const enter: Served['enter'] = async (name, options = {}) => {
    const visited = await visit(browser, url, options);
    const person = people[name];
    const identity = { name, email: person.user, subject: name, providerSession: undefined };
    const value = await gateway.sessions.add({ person, ...identity, expiresAt: Date.now() + 3_600_000 });
    await visited.page.context().addCookies([{ name: cookie, value, url }]);
    return visited;
  };
  const close = async () => {
    await browser.close();
    await server.close();
  };
  const breakWith = (status: number | undefined) => {
    broken = status;
  };
  return { gateway, git, commit, url, browser, asked, enter, breakWith, close };
}

/** People sign in with a cookie that a test adds, and can sign out. */
function authenticatorAt(port: number, { authenticator, sessions }: Fixture['gateway']): Authenticator {
  const [origin, signOut] = [`http://127.0.0.1:${port}`, '/auth/logout'];
  const answer = async (request: Request) => {
    if (!request.url.endsWith(signOut)) return undefined;
    await sessions.remove(cookieOf(request, cookie));
    return Response.json({});
  };
  return {
    ...authenticator,
    cookie,
    origin,
    isOwnHost: (host) => host === `127.0.0.1:${port}`,
    signOut,
    handle: answer,
  };
}
