import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from './client.ts';

/** Where Kubernetes mounts the token of a pod's ServiceAccount. */
export const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface Address {
  readonly host: string;
  readonly port: string;
}

/** How long a token is cached, in milliseconds. Kubernetes replaces it long before it expires. */
const tokenAge = 60_000;

/** The connection of a pod that uses its own ServiceAccount. `folder` contains the files `token` and `ca.crt`. */
export function inCluster({ host, port }: Address, folder: string, now: () => number): Connection {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  let token = read('token');
  let readAt = now();
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ca: read('ca.crt'),
    now,
    token: () => {
      if (now() - readAt > tokenAge) {
        token = read('token');
        readAt = now();
      }
      return token;
    },
  };
}
