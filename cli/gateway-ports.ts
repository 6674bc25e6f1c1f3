import { accountFolder, inCluster } from '../cluster/in-cluster.ts';
import type { Served } from '../gateway/loopback.ts';
import { readText } from '../io/files.ts';
import { git } from '../io/git-process.ts';
import { builtProgram, readBuiltSite } from '../io/site.ts';
import type { GatewayResult, LocalSite } from './ports.ts';

/** Imports the modules of the gateway on first use, because most commands do not need them. */
const load = {
  loopback: () => import('../gateway/loopback.ts'),
  repository: () => import('../gateway/world/repository.ts'),
  directory: () => import('../gateway/world/plain-directory.ts'),
  files: () => import('../gateway/site-files.ts'),
  start: () => import('../gateway/start.ts'),
  config: () => import('../gateway/config.ts'),
  client: () => import('../cluster/client.ts'),
} as const;

const log = (text: string) => void process.stderr.write(`leasehold: ${text}\n`);

/** Serves the console of a directory on this machine. */
export async function serveConsole({ directory, repository, files, data, ...rest }: LocalSite): Promise<Served> {
  const { openTenantRepository } = await load.repository();
  const { plainDirectory } = await load.directory();
  const { siteFiles } = await load.files();
  const isRepository = repository?.head !== undefined;
  const tenants = isRepository
    ? openTenantRepository({ environment: repository.environment, root: repository.root, branch: 'HEAD', directory })
    : plainDirectory(directory, files);
  const author = { name: gitSetting('user.name'), email: gitSetting('user.email') };
  const site = { file: siteFiles(readBuiltSite('console')), data };
  return (await load.loopback()).serveLoopback({ repository: tenants, isRepository, site, author, log, ...rest });
}

function gitSetting(name: string): string {
  const found = git(['config', '--get', name]);
  return found.ok ? found.out.toString().trim() : '';
}

/** Starts the gateway of a configuration file. The gateway ends when a signal arrives. */
export async function runGateway(path: string): Promise<GatewayResult> {
  const text = readText(path);
  if (text === undefined) return { ok: false, message: `the file ${path} does not exist` };
  const read = (await load.config()).readConfig(text);
  if (!read.ok) return { ok: false, message: `${path}: ${read.message}` };
  const found = (await load.config()).readSecrets(process.env);
  if (!found.ok) return found;
  const { secrets } = found;
  const { siteFiles } = await load.files();
  try {
    const { startGateway } = await load.start();
    const file = siteFiles(readBuiltSite('console'));
    const [cluster, thread] = [await ownCluster(), builtProgram('gateway-thread.mjs')];
    const server = await startGateway({ config: read.config, secrets, cluster, file, thread, log });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close());
    return { ok: true, port: server.port, ended: server.ended };
  } catch (error) {
    return { ok: false, message: (error as Error).message, isOfStart: true };
  }
}

/** The cluster of the pod; undefined outside of a pod, and without a token. */
async function ownCluster() {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = process.env;
  if (host === undefined || readText(`${accountFolder}/token`) === undefined) return undefined;
  return (await load.client()).connect(inCluster({ host, port }, accountFolder, Date.now));
}
