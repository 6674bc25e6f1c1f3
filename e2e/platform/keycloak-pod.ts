import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { listAt, textAt } from '../../data/tree.ts';
import { eventually, freePorts, startDaemon } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';
import { keycloakFolder } from '../tools/paths.ts';
import { createDatabase } from './create-database.ts';
import { names, type Secrets } from './programs.ts';
import { podOf } from './rendered-pod.ts';

export const keycloak = 'tenant-operator-keycloak';

export interface KeycloakPod {
  /** For example, `http://127.0.0.1:8080`, without the path `/auth`. */
  readonly base: string;
  /** Its files, which the image has in /opt/keycloak. */
  readonly folder: string;
  /** Sends a request to the API for administrators of the realm. */
  readonly admin: (method: string, path: string, body?: object) => Promise<unknown>;
}

interface Surroundings {
  readonly objects: readonly KubeObject[];
  readonly secrets: Secrets;
  /** The port of PostgreSQL. */
  readonly database: number;
  /** The URL by which browsers reach Keycloak, without the path `/auth`. */
  readonly publicUrl: string;
}

/** Creates the database, and starts a copy of Keycloak with the rendered arguments, environment and realm. */
export async function startKeycloakPod(surroundings: Surroundings): Promise<KeycloakPod> {
  assert.ok(existsSync(keycloakFolder), 'Keycloak is not installed; run: npx tsx e2e/tools/build.ts keycloak');
  await createDatabase(keycloak, surroundings);
  const { objects, secrets, database, publicUrl } = surroundings;
  const [port = 0, management = 0] = await freePorts(2);
  const here = {
    [`jdbc:postgresql://${names.postgres}:5432`]: `jdbc:postgresql://127.0.0.1:${database}`,
    'https://mto.example.com': publicUrl,
  };
  const pod = await podOf(keycloak, { objects, secrets, here });
  // Keycloak writes to its own directory, so the test starts a copy.
  const folder = temporaryFolder('leasehold-keycloak-');
  execFileSync('cp', ['-a', `${keycloakFolder}/.`, folder]);
  cpSync(pod.folder('/opt/keycloak/data/import'), join(folder, 'data/import'), { recursive: true });
  const ports = { KC_HTTP_PORT: String(port), KC_HTTP_MANAGEMENT_PORT: String(management) };
  startDaemon('platform-keycloak', join(folder, 'bin/kc.sh'), pod.args, {
    ...{ ...pod.env, ...ports },
    KC_HTTP_HOST: '127.0.0.1',
  });
  const health = `http://127.0.0.1:${management}${probePath(objects)}`;
  await eventually('Keycloak is ready', async () => (await fetch(health).catch(() => undefined))?.ok || undefined, 420);
  const base = `http://127.0.0.1:${port}`;
  return { base, folder, admin: administrator(base, secrets[keycloak]?.['admin-password'] ?? '') };
}

function probePath(objects: readonly KubeObject[]): string {
  const deployment = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === keycloak);
  const [container] = listAt(deployment, 'spec', 'template', 'spec', 'containers');
  return textAt(container, 'readinessProbe', 'httpGet', 'path');
}

function administrator(base: string, password: string): KeycloakPod['admin'] {
  const login = { client_id: 'admin-cli', grant_type: 'password', username: 'admin', password };
  const url = `${base}/auth/realms/master/protocol/openid-connect/token`;
  return async (method, path, body) => {
    const answer = await (await fetch(url, { method: 'POST', body: new URLSearchParams(login) })).json();
    const headers = { Authorization: `Bearer ${textAt(answer, 'access_token')}`, 'Content-Type': 'application/json' };
    const content = body ? { body: JSON.stringify(body) } : {};
    const response = await fetch(`${base}/auth/admin/realms/mto/${path}`, { method, headers, ...content });
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
