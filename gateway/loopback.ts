import { openChanges } from './changes/changes.ts';
import { noForge } from './changes/forge.ts';
import { localForge } from './changes/forge-local.ts';
import { memoryChanges } from './changes/store.ts';
import { onceLogged } from './follow.ts';
import { noLimits } from './limits/limits.ts';
import { noCluster } from './live/live.ts';
import { createApp } from './routes/app.ts';
import type { Gateway, SiteContent } from './routes/gateway.ts';
import { openMetrics } from './routes/metrics.ts';
import { taskRunner } from './routes/tasks.ts';
import { listen } from './server.ts';
import { loopbackAuthenticator } from './session/loopback-authenticator.ts';
import { openSessions, type Session } from './session/sessions.ts';
import { randomKeys } from './store/keys.ts';
import { openWork } from './work/work.ts';
import { branchOf } from './world/branch.ts';
import { openEvents } from './world/events.ts';
import type { TenantRepository } from './world/repository.ts';
import { openViews } from './world/views.ts';

/** The options of a console for the user of this machine. */
export interface LocalConsole {
  readonly repository: TenantRepository;
  /** Whether changes can become branches. */
  readonly isRepository: boolean;
  readonly site: SiteContent;
  readonly usage: () => string | undefined;
  /** 0 for any free port. */
  readonly port: number;
  /** The author of changes. */
  readonly author: { readonly name: string; readonly email: string };
  /** The page for everyone without the link. */
  readonly denial: string;
  readonly log: (text: string) => void;
}

export interface Served {
  /** The URL with a token that opens the console once. */
  readonly url: string;
  /** Resolves when the server is closed. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

const address = '127.0.0.1';

/** Milliseconds between checks for new commits. */
const pause = 2000;

/**
 * Serves the gateway on the loopback interface, with sessions in memory. In a Git repository, a change becomes a
 * branch. Rejects if it cannot listen on the port, for example because another program uses it.
 */
export async function serveLoopback(options: LocalConsole): Promise<Served> {
  const { repository, site, usage, log } = options;
  const [sessions, events, views] = [openSessions(Date.now), openEvents(), openViews(repository)];
  const [branch, secret] = [branchOf(views), randomKeys().cursors];
  const work = openWork(taskRunner({ repository, views, usage, secret }));
  const forge = options.isRepository ? localForge(repository) : noForge;
  const store = memoryChanges([], () => {});
  const changes = openChanges({ repository, events, forge, appliedCommit: undefined, store });
  let link = '';
  const server = await listen(
    (port) => {
      const signIn = { port, sessions, session: personOf(options), denial: options.denial };
      const authenticator = loopbackAuthenticator(signIn);
      link = authenticator.link;
      const gateway: Gateway = {
        ...{ repository, branch, work, changes, events, live: noCluster, limits: noLimits, proxies: 0 },
        ...{ sessions, authenticator, site, log, secret },
        ...{ update: async () => {}, isStored: async () => true, costs: undefined },
      };
      const app = createApp(gateway, openMetrics());
      return (request, connection) => app.fetch(request, connection);
    },
    address,
    options.port,
  );
  const note = onceLogged('the repository', log);
  const refresh = async () => {
    if (views.refresh()) events.send({ type: 'revision', user: undefined, data: { head: views.head().sha } });
  };
  const timer = setInterval(() => {
    void note(refresh);
    void changes.refresh();
  }, pause);
  timer.unref();
  return { url: link, ended: server.ended, close: server.close };
}

/** The session of the user of this machine, who can do everything, because this user can read and write the checkout. */
function personOf({ author: { name, email } }: LocalConsole): Session {
  const user = email || name || 'you';
  const person = { user, groups: [], platformRoles: ['admin'] } as const;
  // The latest valid date: the session lasts as long as the program.
  const expiresAt = 8.64e15;
  return { person, name: name || user, email, subject: `local#${user}`, providerSession: undefined, expiresAt };
}
