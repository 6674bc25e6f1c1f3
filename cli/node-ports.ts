import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isWithin, kindOf, readText } from '../io/files.ts';
import { readRevision } from '../io/git.ts';
import { commitOf, mergeBase, originOf, repositoryProblem } from '../io/git-facts.ts';
import { fullRevision } from '../io/git-revision.ts';
import { openHelm } from '../io/helm.ts';
import { runKubectl } from '../io/kubectl.ts';
import { createFile, removeFile, replaceFile } from '../io/new-file.ts';
import { writeOutput } from '../io/output.ts';
import { readCheckout, readTenantOfCheckout } from '../io/read-checkout.ts';
import { openRepository, pathFrom, realDirectory } from '../io/repository.ts';
import { readBuiltSite, writeSite } from '../io/site.ts';
import { offsetsOf } from '../io/time-zone.ts';
import { version } from '../shell/version.ts';
import { readEnvironment, readGitHubEnvironment } from './environment.ts';
import type { Files, GitHubAccess, Ports } from './ports.ts';

/** The ports of the real machine. */
export function nodePorts(): Ports {
  const { isCi, color, columns } = readEnvironment();
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    terminal: {
      stdoutIsTty: process.stdout.isTTY === true,
      stderrIsTty: process.stderr.isTTY === true,
      columns,
      isCi,
      color,
      isQuiet: false,
    },
    files: {
      kindOf,
      isEmpty,
      readTree: readCheckout,
      readTenant: readTenantOfCheckout,
      readText,
      create: createFile,
      replace: replaceFile,
      remove: removeFile,
      writeOutput,
      isWithin,
    },
    readInput: () => readFileSync(0, 'utf8'),
    ...gitAccess,
    openHelm,
    kubectl: runKubectl,
    github: gitHubAccess(),
    clock: () => performance.now(),
    time: { now: Date.now, offsetsOf },
    costs: costAccess,
    site: siteAccess,
  };
}

const gitAccess = { readRevision, fullRevision, mergeBase, repositoryProblem, originOf, commitOf };

/** Imports the client on first use, because most commands do not need it. */
function gitHubAccess(): GitHubAccess {
  const { host, apiUrl, token, repository } = readGitHubEnvironment();
  if (token === undefined) return { host, repository, read: undefined };
  const access = { apiUrl, token, userAgent: `leasehold/${version}` };
  const reader = async () => (await import('../io/github-reader.ts')).openReader(access);
  let opened: ReturnType<typeof reader> | undefined;
  const read = async (path: string) => {
    opened ??= reader();
    return (await opened)(path);
  };
  return { host, repository, read };
}

/** Imports the modules that open connections on first use, because most commands do not need them. */
const costAccess: Ports['costs'] = {
  variable: (name) => process.env[name] || undefined,
  fetchWithin: (milliseconds) => async (url) =>
    (await import('../showback/fetch-json.ts')).fetchJsonWithin(milliseconds)(url),
  openStore: () => import('../showback/stored-bill.ts'),
  sleep: (milliseconds) => sleep(milliseconds),
};

/** Imports the server on first use, because most commands do not need it. */
const siteAccess: Ports['site'] = {
  assets: () => readBuiltSite('console'),
  realDirectory,
  pathFrom,
  openRepository,
  write: writeSite,
  serve: async (site) => (await import('./gateway-ports.ts')).serveConsole(site),
  runGateway: async (config) => (await import('./gateway-ports.ts')).runGateway(config),
};

const isEmpty: Files['isEmpty'] = (path) => readdirSync(path).length === 0;
