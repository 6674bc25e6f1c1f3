import type { Config } from '../build/gateway-contract.ts';
import { type ChangeStore, copyChanges, fileChanges, memoryChanges } from './changes/store.ts';
import { storedChanges } from './changes/stored-changes.ts';
import type { Secrets, StateDatabase } from './config.ts';
import { type ClaimRules, personOf } from './session/claims.ts';
import { openSessions, type Renew, type Sessions } from './session/sessions.ts';
import { storedSessions } from './session/stored-sessions.ts';
import { openUsedOnce, storedUsedOnce, type UsedOnce } from './session/used-once.ts';
import { type Database, openDatabase } from './store/database.ts';
import { deriveKeys, type Keys, randomKeys } from './store/keys.ts';
import { gatewaySchema } from './store/migrations.ts';

/** The state of the gateway: in PostgreSQL, which all replicas share, or in this process and, for changes, a file. */
export interface State {
  readonly keys: Keys;
  readonly sessions: (renew: Renew) => Sessions;
  /** Identifiers of logins and logout tokens that were used. */
  readonly used: UsedOnce;
  readonly changes: ChangeStore;
  readonly isReady: () => Promise<boolean>;
  /**
   * With a database, removes what has expired, and copies the changes from the file that a gateway without a database
   * uses. Rejects while the database is down.
   */
  readonly maintain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function openState(config: Config, { database }: Secrets, now: () => number): State {
  return database ? databaseState(database, config, now) : processState(config.state, now);
}

function processState(file: string | undefined, now: () => number): State {
  return {
    keys: randomKeys(),
    sessions: (renew) => openSessions(now, renew),
    used: openUsedOnce(),
    changes: file === undefined ? memoryChanges([], () => {}) : fileChanges(file),
    isReady: async () => true,
    maintain: async () => {},
    close: async () => {},
  };
}

function databaseState({ url, password, sessionSecret }: StateDatabase, config: Config, now: () => number): State {
  const database = openDatabase({ url, password, schema: gatewaySchema });
  const keys = deriveKeys(sessionSecret);
  const changes = storedChanges(database);
  const { roles } = rulesOf(config);
  return {
    keys,
    sessions: (renew) =>
      storedSessions({ database, keys, now, renew, personOf: (user, groups) => personOf(user, groups, roles) }),
    used: storedUsedOnce(database),
    changes,
    isReady: database.isReady,
    maintain: async () => {
      if (config.state !== undefined) await copyChanges(config.state, changes);
      await expire(database, now());
    },
    close: database.close,
  };
}

async function expire({ query }: Database, now: number): Promise<void> {
  await query('delete from gateway_sessions where expires_at <= $1', [new Date(now)]);
  await query('delete from gateway_used where expires_at <= $1', [new Date(now)]);
}

/** The names of token claims, and who has the roles of the platform. */
export function rulesOf({ oidc, roles = {} }: Config): ClaimRules {
  return { names: { user: oidc.userClaim ?? 'preferred_username', groups: oidc.groupsClaim ?? 'groups' }, roles };
}
