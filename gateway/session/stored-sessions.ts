import type { Person } from '../can/roles.ts';
import type { Database } from '../store/database.ts';
import { digestOf, type Keys, seal, unseal } from '../store/keys.ts';
import {
  type Entry,
  isDue,
  isInGrace,
  maxOfPerson,
  newSecret,
  noTokens,
  once,
  type Renew,
  renewed,
  type Sessions,
} from './sessions.ts';

interface SessionStore {
  readonly database: Database;
  readonly keys: Keys;
  readonly now: () => number;
  readonly renew: Renew;
  /** The person with the roles that the configuration assigns now. */
  readonly personOf: (user: string, groups: readonly string[]) => Person;
}

interface Stored {
  readonly sealed: Buffer;
}

/** Sessions in PostgreSQL, which all replicas share. The session and its tokens are encrypted for their row. */
export function storedSessions(store: SessionStore): Sessions {
  const { database, keys, now } = store;
  const renewing = new Map<string, Promise<Entry | undefined>>();
  return {
    add: async (session, tokens = noTokens) => {
      await makeRoom(session.subject, store);
      return insert({ session, tokens }, store);
    },
    find: async (secret) => {
      const id = digestOf(secret);
      const entry = await read(id, store);
      if (!entry || !isDue(entry, now())) return entry?.session;
      const fresh = await once(renewing, id.toString('hex'), () => renewAt(id, entry, store));
      return fresh?.session;
    },
    remove: async (secret) => {
      const id = digestOf(secret);
      const { rows } = await database.query<Stored>('delete from gateway_sessions where id = $1 returning sealed', [
        id,
      ]);
      return opened(rows[0], id, keys)?.tokens;
    },
    removeAll: async (subject, providerSession) => {
      const { rowCount } = await database.query(
        `delete from gateway_sessions where provider_session = $2
         or (subject = $1 and ($2::text is null or provider_session is null))`,
        [subject ?? null, providerSession ?? null],
      );
      return rowCount ?? 0;
    },
    count: async () => {
      const { rows } = await database.query<{ readonly count: string }>(
        'select count(*) from gateway_sessions where expires_at > $1',
        [at(now())],
      );
      return Number(rows[0]?.count ?? 0);
    },
  };
}

/** Returns the secret of the new session. */
async function insert(entry: Entry, { database, keys, now }: SessionStore): Promise<string> {
  const secret = newSecret();
  const id = digestOf(secret);
  const { subject, providerSession = null, expiresAt } = entry.session;
  await database.query(
    `insert into gateway_sessions (id, subject, provider_session, created_at, expires_at, sealed)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, subject, providerSession, at(now()), at(expiresAt), sealed(entry, id, keys)],
  );
  return secret;
}

/** Removes the oldest sessions of a person, so that there is room for another. */
async function makeRoom(subject: string, { database }: SessionStore): Promise<void> {
  await database.query(
    `delete from gateway_sessions where id in
     (select id from gateway_sessions where subject = $1 order by created_at desc, id offset $2)`,
    [subject, maxOfPerson - 1],
  );
}

/**
 * Reads a session and its tokens. Undefined for an unknown or expired session, and for one that the gateway encrypted
 * with another secret.
 */
async function read(id: Buffer, { database, keys, now, personOf }: SessionStore): Promise<Entry | undefined> {
  const { rows } = await database.query<Stored>('select sealed from gateway_sessions where id = $1', [id]);
  const entry = opened(rows[0], id, keys);
  if (!entry || entry.session.expiresAt <= now()) return undefined;
  const { user, groups } = entry.session.person;
  return { ...entry, session: { ...entry.session, person: personOf(user, groups) } };
}

/**
 * Renews a session. If two replicas do this, the second waits and finds it renewed, because providers can accept a
 * refresh token only once. The lock does not delay a logout, which deletes the row: the session is then not renewed.
 */
async function renewAt(id: Buffer, known: Entry, store: SessionStore): Promise<Entry | undefined> {
  const { database, now, renew } = store;
  let isLocked = false;
  const act = async () => {
    isLocked = true;
    const entry = await read(id, store);
    return entry && isDue(entry, now()) ? replace(id, await renewed(entry, renew, now()), store) : entry;
  };
  return database.exclusively(`session ${id.toString('hex')}`, act).catch((error) => {
    // Without a free connection, the next request retries, as without a provider.
    if (isLocked) throw error;
    return isInGrace(known, now()) ? known : undefined;
  });
}

async function replace(id: Buffer, entry: Entry | undefined, { database, keys }: SessionStore) {
  if (!entry) return void (await database.query('delete from gateway_sessions where id = $1', [id]));
  const values = [id, sealed(entry, id, keys), entry.session.providerSession ?? null];
  const { rowCount } = await database.query(
    'update gateway_sessions set sealed = $2, provider_session = $3 where id = $1',
    values,
  );
  return rowCount === 0 ? undefined : entry;
}

function sealed(entry: Entry, id: Buffer, keys: Keys): Buffer {
  return seal(JSON.stringify(entry), placeOf(id), keys);
}

function opened(row: Stored | undefined, id: Buffer, keys: Keys): Entry | undefined {
  const text = row && unseal(row.sealed, placeOf(id), keys);
  return text === undefined ? undefined : (JSON.parse(text) as Entry);
}

function placeOf(id: Buffer): string {
  return `gateway_sessions ${id.toString('hex')}`;
}

function at(milliseconds: number): Date {
  return new Date(milliseconds);
}
