import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Daemon, eventually, startDaemon } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';
import { createDatabase } from './create-database.ts';
import { names, type Secrets } from './programs.ts';
import { podOf } from './rendered-pod.ts';

export const gateway = 'tenant-operator-gateway';

interface Surroundings {
  readonly objects: readonly KubeObject[];
  readonly secrets: Secrets;
  /** The port of PostgreSQL. */
  readonly database: number;
  readonly port: number;
  /** The URL by which browsers reach the gateway, and Keycloak under the path `/auth`. */
  readonly publicUrl: string;
}

const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');

/** Creates the database, and starts the gateway. */
export async function startGatewayPod(surroundings: Surroundings): Promise<Daemon> {
  await createDatabase(gateway, surroundings);
  return startGateway(surroundings, { [`${names.postgres}:5432`]: `127.0.0.1:${surroundings.database}` });
}

/** Starts the built program with the rendered arguments, environment and configuration. Only hosts, ports and paths differ. */
export async function startGateway(
  { objects, secrets, port, publicUrl }: Omit<Surroundings, 'database'>,
  addresses: Readonly<Record<string, string>>,
): Promise<Daemon> {
  const here = {
    'https://mto.example.com': publicUrl,
    'https://git.example.com/tenants.git': sampleTenants(),
    'port: 8080': `port: ${port}`,
    ...addresses,
  };
  const pod = await podOf(gateway, { objects, secrets, here });
  const daemon = startDaemon('platform-gateway', process.execPath, [program, ...pod.args], pod.env);
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok || undefined;
  await eventually('the gateway is ready', isReady);
  return daemon;
}

function sampleTenants(): string {
  const folder = temporaryFolder('leasehold-tenants-');
  cpSync('tenants', join(folder, 'tenants'), { recursive: true });
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=start');
  return folder;
}
