import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../build/gateway-contract.ts';
import type { Client } from '../cluster/client.ts';
import { collectHistory } from '../console/data/collect-history.ts';
import { type Snapshot, snapshotFormat } from '../console/data/snapshot.ts';
import { appliedCommitOf } from './changes/applied-commit.ts';
import { openChanges } from './changes/changes.ts';
import { openForge } from './changes/open-forge.ts';
import type { CostDatabase, Secrets } from './config.ts';
import { follow, openUpdate } from './follow.ts';
import { openLimits } from './limits/limits.ts';
import { noCluster, openLive } from './live/live.ts';
import { createApp } from './routes/app.ts';
import type { Gateway, SiteContent } from './routes/gateway.ts';
import { openMetrics } from './routes/metrics.ts';
import { type Listening, listen } from './server.ts';
import { openProvider } from './session/oidc.ts';
import { oidcAuthenticator } from './session/oidc-authenticator.ts';
import { openState, rulesOf, type State } from './state.ts';
import { openDatabase } from './store/database.ts';
import { openStoredCosts, type StoredCosts } from './store/stored-costs.ts';
import { createTenantsApi } from './tenants-api/app.ts';
import { openEvents } from './world/events.ts';
import { fetchBranch, openClone, type TenantRepository } from './world/repository.ts';
import { noSummaries, type Summaries, summaryFile } from './world/summary.ts';
import { openViews, type Views } from './world/views.ts';

export interface Start {
  readonly config: Config;
  readonly secrets: Secrets;
  /** The Kubernetes API; undefined outside a cluster. */
  readonly cluster: Client | undefined;
  readonly file: SiteContent['file'];
  readonly log: (text: string) => void;
}

/** Clones the repository and serves the gateway. Rejects if the repository cannot be read or the port is in use. */
export async function startGateway(start: Start): Promise<Listening> {
  const { config, log } = start;
  const { url, branch = 'main', directory = 'tenants', username, pollSeconds = 15 } = config.repository;
  const folder = config.repository.clone ?? defaultClone(config.state);
  const repository = openClone({ url, branch, directory, username, token: start.secrets.git, folder });
  await fetchBranch(repository, branch);
  const state = openState(config, start.secrets, Date.now);
  const gateway = gatewayOver(repository, state, start);
  const app = createApp(gateway, openMetrics());
  const { host = '0.0.0.0', port = 8080 } = config.listen ?? {};
  const server = await listen(() => (request, connection) => app.fetch(request, connection), host, port);
  const tenantsApi = await serveTenantsApi(gateway, start);
  const following = follow(gateway, { maintain: state.maintain, log, pause: pollSeconds * 1000 });
  const close = async () => {
    following.stop();
    gateway.live.close();
    await Promise.all([tenantsApi?.close(), server.close()]);
    await state.close();
  };
  return { ...server, close };
}

/** Undefined without one in the configuration. */
async function serveTenantsApi({ views }: Gateway, { config, cluster, log }: Start): Promise<Listening | undefined> {
  if (config.tenantsApi === undefined) return undefined;
  if (!cluster) throw new Error('tenantsApi needs a cluster, whose API server verifies tokens');
  const app = createTenantsApi({ cluster, views, log, now: Date.now });
  const { host = '0.0.0.0' } = config.listen ?? {};
  return listen(() => (request, connection) => app.fetch(request, connection), host, config.tenantsApi.port);
}

/** Next to the state, because only the clone contains the commits of changes that the forge has not received. */
function defaultClone(state: string | undefined): string {
  return state === undefined ? mkdtempSync(join(tmpdir(), 'leasehold-clone-')) : join(dirname(state), 'clone');
}

function gatewayOver(repository: TenantRepository, state: State, start: Start): Gateway {
  const { config, secrets, cluster, file, log } = start;
  const [now, events] = [Date.now, openEvents()];
  const views = openViews(repository, summariesOf(config.state));
  const provider = openProvider({ ...providerOptions(start), now, used: state.used });
  const sessions = state.sessions(provider.renew);
  const changes = openChanges({
    ...{ repository, events, forge: openForge(config, secrets.git ?? '', repository), store: state.changes },
    appliedCommit: config.argocd && cluster ? appliedCommitOf(cluster, config.argocd) : undefined,
  });
  const usage = () => repository.textOf(views.head().sha, `${repository.directory}/usage.jsonl`);
  const { argocd, live: isWhole = false } = config;
  const live = cluster ? openLive({ client: cluster, isWhole, argocd }) : noCluster;
  const login = { key: state.keys.logins, completed: state.used };
  return {
    ...{ repository, views, sessions, events, changes, live, log, usage },
    ...{ limits: openLimits(now), proxies: config.listen?.proxies ?? 0 },
    authenticator: oidcAuthenticator({ provider, sessions, origin: config.publicUrl, now, ...login }),
    site: { file, data: dataOf(repository, views, usage) },
    secret: state.keys.cursors,
    isStored: state.isReady,
    costs: costsOf(secrets.costs),
    update: openUpdate({ repository, views, events, branch: config.repository.branch ?? 'main', log }),
  };
}

function costsOf(location: CostDatabase | undefined): StoredCosts | undefined {
  return location && openStoredCosts(openDatabase({ ...location, schema: undefined }), location.cluster);
}

function summariesOf(state: string | undefined): Summaries {
  return state === undefined ? noSummaries : summaryFile(join(dirname(state), 'summary.json'));
}

function providerOptions({ config, secrets }: Start) {
  const { issuer, clientId, scopes = 'openid profile email', audience } = config.oidc;
  const callback = `${config.publicUrl}/auth/callback`;
  return { issuer, clientId, clientSecret: secrets.oidc, scopes, audience, rules: rulesOf(config), callback };
}

/** The data that the console renders in administrators' browsers. */
export function dataOf(
  repository: TenantRepository,
  views: Views,
  usage: () => string | undefined,
): SiteContent['data'] {
  const { directory } = repository;
  const snapshot = (): Snapshot => {
    const { sha, world } = views.head();
    const head = { sha, isClean: true };
    return {
      format: snapshotFormat,
      name: directory,
      directory,
      head,
      editUrl: undefined,
      files: world.files,
      usage: usage(),
    };
  };
  const history = () => collectHistory(repository.commits(100), ({ sha }) => repository.filesAt(sha));
  return { '/data/snapshot.json': snapshot, '/data/history.json': history };
}
