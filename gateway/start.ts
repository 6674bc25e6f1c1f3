import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../build/gateway-contract.ts';
import type { Client } from '../cluster/client.ts';
import { appliedCommitOf } from './changes/applied-commit.ts';
import { openChanges } from './changes/changes.ts';
import { openForge } from './changes/open-forge.ts';
import type { CostDatabase, Secrets } from './config.ts';
import { follow, openUpdate } from './follow.ts';
import { openLimits } from './limits/limits.ts';
import { noCluster, openLive } from './live/live.ts';
import { openReader, type ReaderData } from './reader.ts';
import { createApp } from './routes/app.ts';
import type { Gateway, SiteContent } from './routes/gateway.ts';
import { openMetrics } from './routes/metrics.ts';
import { ownersIn } from './routes/owner-of.ts';
import { taskRunner } from './routes/tasks.ts';
import { type Listening, listen } from './server.ts';
import { openProvider } from './session/oidc.ts';
import { oidcAuthenticator } from './session/oidc-authenticator.ts';
import { openState, rulesOf, type State } from './state.ts';
import { openDatabase } from './store/database.ts';
import { openStoredCosts, type StoredCosts } from './store/stored-costs.ts';
import { createTenantsApi } from './tenants-api/app.ts';
import { openThread } from './work/thread.ts';
import { openWork } from './work/work.ts';
import { branchOf, summarizedBranch } from './world/branch.ts';
import { type ClonePlace, fetchBranch, prepareClone } from './world/clone.ts';
import { openEvents } from './world/events.ts';
import { openTenantRepository, type TenantRepository } from './world/repository.ts';
import { type Summary, summariesIn } from './world/summary.ts';

export interface Start {
  readonly config: Config;
  readonly secrets: Secrets;
  /** The Kubernetes API; undefined outside a cluster. */
  readonly cluster: Client | undefined;
  readonly file: SiteContent['file'];
  /** The program of the thread that reads commits; undefined to read them in this thread. */
  readonly thread?: URL | undefined;
  readonly log: (text: string) => void;
}

/**
 * Clones the repository and serves the gateway. Rejects if it cannot read the repository or listen on a port, or if the
 * Tenants API has no cluster.
 */
export async function startGateway(start: Start): Promise<Listening> {
  const { config, log } = start;
  const { url, branch = 'main', directory = 'tenants', username, pollSeconds = 15 } = config.repository;
  const folder = config.repository.clone ?? defaultClone(config.state);
  const place = prepareClone({ url, branch, directory, username, token: start.secrets.git, folder });
  const repository = openTenantRepository(place);
  const isFiltered = await fetchBranch({ repository, place }, branch);
  if (!isFiltered) log(unfiltered);
  const state = openState(config, start.secrets, Date.now);
  const gateway = gatewayOver({ repository, place }, state, start);
  const app = createApp(gateway, openMetrics());
  const { host = '0.0.0.0', port = 8080 } = config.listen ?? {};
  const server = await listen(() => (request, connection) => app.fetch(request, connection), host, port);
  const tenantsApi = await serveTenantsApi(gateway, start);
  const following = follow(gateway, { maintain: state.maintain, log, pause: pollSeconds * 1000 });
  const close = async () => {
    following.stop();
    gateway.live.close();
    await Promise.all([tenantsApi?.close(), server.close()]);
    await gateway.work.close();
    await state.close();
  };
  return { ...server, close };
}

const unfiltered =
  'the forge does not support filters of Git, so the gateway also fetches large files; limit the size of files in the forge';

/** Serves the Tenants API. Undefined if the configuration does not enable it. */
async function serveTenantsApi({ branch }: Gateway, { config, cluster, log }: Start): Promise<Listening | undefined> {
  if (config.tenantsApi === undefined) return undefined;
  if (!cluster) throw new Error('tenantsApi requires a cluster, because the API server verifies the tokens');
  const app = createTenantsApi({ cluster, branch, log, now: Date.now });
  const { host = '0.0.0.0' } = config.listen ?? {};
  return listen(() => (request, connection) => app.fetch(request, connection), host, config.tenantsApi.port);
}

/**
 * The default directory of the clone. It is next to the state, so that the clone survives a restart. Without a state,
 * it is a temporary directory.
 */
function defaultClone(state: string | undefined): string {
  return state === undefined ? mkdtempSync(join(tmpdir(), 'leasehold-clone-')) : join(dirname(state), 'clone');
}

interface Clone {
  readonly place: ClonePlace;
  readonly repository: TenantRepository;
}

function gatewayOver(clone: Clone, state: State, start: Start): Gateway {
  const { config, secrets, cluster, file, log } = start;
  const { repository } = clone;
  const [now, events] = [Date.now, openEvents()];
  const reading = readingOf(clone, state, start);
  const provider = openProvider({ ...providerOptions(start), now, used: state.used });
  const sessions = state.sessions(provider.renew);
  const changes = openChanges({
    ...{ repository, events, forge: openForge(config, secrets.git ?? '', repository), store: state.changes },
    appliedCommit: config.argocd && cluster ? appliedCommitOf(cluster, config.argocd) : undefined,
  });
  const { argocd, live: readsCluster = false } = config;
  const tenantOf = (namespace: string) => ownersIn(reading.branch.head()).get(namespace);
  const live = cluster ? openLive({ client: cluster, readsCluster, argocd, tenantOf }) : noCluster;
  const login = { key: state.keys.logins, completed: state.used };
  return {
    ...{ ...reading, repository, sessions, events, changes, live, log },
    ...{ limits: openLimits(now), proxies: config.listen?.proxies ?? 0 },
    authenticator: oidcAuthenticator({ provider, sessions, origin: config.publicUrl, now, ...login }),
    site: { file, data: dataOf(reading) },
    secret: state.keys.cursors,
    isStored: state.isReady,
    costs: costsOf(secrets.costs),
    update: openUpdate({
      ...reading,
      fetch: () => fetchBranch(clone, config.repository.branch ?? 'main'),
      events,
      log,
    }),
  };
}

function costsOf(location: CostDatabase | undefined): StoredCosts | undefined {
  return location && openStoredCosts(openDatabase({ ...location, schema: undefined }), location.cluster);
}

/** Reads commits in a separate thread or, without a program for it, in this thread. */
function readingOf({ repository, place }: Clone, state: State, start: Start): Pick<Gateway, 'branch' | 'work'> {
  const { config, log, thread } = start;
  const { access: _, ...local } = place;
  const summaryPath = config.state && join(dirname(config.state), 'summary.json');
  const data: ReaderData = { place: local, summaryPath, secret: state.keys.cursors };
  if (thread === undefined) {
    const reader = openReader(data);
    return { branch: branchOf(reader.views), work: openWork(taskRunner(reader)) };
  }
  const work = openThread({ program: thread, data, log });
  const summarize = async (sha: string, head: string) => {
    const { value } = await work.run({ name: 'summary', head, commit: sha }, { subject: '' });
    return value as Summary;
  };
  return { branch: summarizedBranch(repository, summariesIn(summaryPath), summarize), work };
}

function providerOptions({ config, secrets }: Start) {
  const { issuer, clientId, scopes = 'openid profile email', audience } = config.oidc;
  const callback = `${config.publicUrl}/auth/callback`;
  return { issuer, clientId, clientSecret: secrets.oidc, scopes, audience, rules: rulesOf(config), callback };
}

/** The data that the console renders in administrators' browsers. */
export function dataOf({ branch, work }: Pick<Gateway, 'branch' | 'work'>): SiteContent['data'] {
  const textOf = async (name: string) => {
    const { sha } = branch.head();
    return (await work.run({ name, head: sha, commit: sha }, { subject: '' })).value as string;
  };
  return { '/data/snapshot.json': () => textOf('snapshot'), '/data/history.json': () => textOf('history') };
}
