import { randomBytes } from 'node:crypto';
import type { Person } from '../can/roles.ts';
import { digestOf } from '../store/keys.ts';

/** A signed-in person. */
export interface Session {
  readonly person: Person;
  readonly name: string;
  readonly email: string;
  /** The issuer and subject of the identity provider, which commits record. */
  readonly subject: string;
  /** The issuer and its session ID, for back-channel logouts. */
  readonly providerSession: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Sessions by the secret in the cookie. Only a digest of the secret is kept. Methods reject while a database is down. */
export interface Sessions {
  readonly add: (session: Session, tokens?: Tokens) => Promise<string>;
  /** Undefined for an unknown, expired or ended session. Renews the session's tokens when they are due. */
  readonly find: (secret: string) => Promise<Session | undefined>;
  /** Ends the session, and returns its tokens, which the provider still accepts. */
  readonly remove: (secret: string) => Promise<Tokens | undefined>;
  /**
   * Ends the sessions of a provider session, and those of the subject that have no provider session. Without a provider
   * session, ends all sessions of the subject. Returns their number.
   */
  readonly removeAll: (subject: string | undefined, providerSession: string | undefined) => Promise<number>;
  readonly count: () => Promise<number>;
}

/**
 * Tokens of the provider. The refresh token stays in the gateway; the URL that ends the session of the provider
 * contains the ID token.
 */
export interface Tokens {
  readonly refresh: RefreshToken | undefined;
  /** Identifies the session of the provider when it ends. */
  readonly idToken: string | undefined;
}

export interface RefreshToken {
  readonly token: string;
  /** When the session must be renewed, in milliseconds since 1970. */
  readonly dueAt: number;
}

export interface Renewed {
  readonly session: Session;
  readonly refresh: RefreshToken | undefined;
}

/**
 * Renews the session of a subject: the provider can change the groups. Undefined if the provider ended the session, or
 * its new claims are not valid. Rejects if the provider is not available.
 */
export type Renew = (token: string, subject: string) => Promise<Renewed | undefined>;

/** A session and its tokens. */
export interface Entry {
  readonly session: Session;
  readonly tokens: Tokens;
}

export const noTokens: Tokens = { refresh: undefined, idToken: undefined };

/** The maximum number of sessions of one person. Above it, the oldest session ends. */
export const maxOfPerson = 20;

/** The maximum number of sessions in memory. */
const maxSessions = 10_000;

/** A secret that nobody can guess. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Sessions in the memory of this process. */
export function openSessions(now: () => number, renew: Renew = async () => undefined): Sessions {
  const entries = new Map<string, Entry>();
  const renewing = new Map<string, Promise<void>>();
  const renewal = async (key: string, entry: Entry) => {
    const fresh = await renewed(entry, renew, now());
    if (!fresh) entries.delete(key);
    else if (entries.has(key)) entries.set(key, fresh);
  };
  return {
    add: async (session, tokens = noTokens) => {
      const secret = newSecret();
      prune(entries, session.subject, now());
      entries.set(keyOf(secret), { session, tokens });
      return secret;
    },
    find: async (secret) => {
      const key = keyOf(secret);
      const entry = entries.get(key);
      if (entry && isDue(entry, now())) await once(renewing, key, () => renewal(key, entry));
      const found = entries.get(key);
      return found && found.session.expiresAt > now() ? found.session : undefined;
    },
    remove: async (secret) => {
      const key = keyOf(secret);
      const found = entries.get(key);
      entries.delete(key);
      return found?.tokens;
    },
    removeAll: async (subject, providerSession) => {
      const isEnded = ({ session }: Entry) =>
        providerSession === undefined || session.providerSession === undefined
          ? session.subject === subject
          : session.providerSession === providerSession;
      const ended = [...entries].filter(([, entry]) => isEnded(entry));
      for (const [key] of ended) entries.delete(key);
      return ended.length;
    },
    count: async () => entries.size,
  };
}

function keyOf(secret: string): string {
  return digestOf(secret).toString('base64url');
}

/** Removes expired sessions, and the oldest ones of a person or of all people, to leave room for another. */
function prune(entries: Map<string, Entry>, subject: string, now: number): void {
  for (const [key, { session }] of entries) if (session.expiresAt <= now) entries.delete(key);
  const own = [...entries].filter(([, { session }]) => session.subject === subject);
  for (const [key] of own.slice(0, 1 - maxOfPerson)) entries.delete(key);
  const [oldest] = entries.keys();
  if (entries.size >= maxSessions && oldest !== undefined) entries.delete(oldest);
}

export function isDue({ tokens, session }: Entry, now: number): boolean {
  return session.expiresAt > now && tokens.refresh !== undefined && tokens.refresh.dueAt <= now;
}

/** How long a session remains valid, in milliseconds, if the provider does not respond when the session must be renewed. */
const grace = 15 * 60_000;

/** Whether a session that is due remains valid without a renewal. */
export function isInGrace({ tokens }: Entry, now: number): boolean {
  return now < (tokens.refresh?.dueAt ?? 0) + grace;
}

/**
 * The entry after a renewal; undefined if the provider ended the session. If the provider does not respond, the session remains
 * valid for a short time, and the next request retries.
 */
export async function renewed(entry: Entry, renew: Renew, now: number): Promise<Entry | undefined> {
  const { session, tokens } = entry;
  try {
    const found = await renew(tokens.refresh?.token ?? '', session.subject);
    if (!found) return undefined;
    // Renewed claims can omit the provider's session ID.
    const providerSession = found.session.providerSession ?? session.providerSession;
    const { expiresAt } = session;
    return { session: { ...found.session, providerSession, expiresAt }, tokens: { ...tokens, refresh: found.refresh } };
  } catch {
    return isInGrace(entry, now) ? entry : undefined;
  }
}

/** Runs a renewal, which concurrent requests with the same key share. */
export function once<T>(running: Map<string, Promise<T>>, key: string, run: () => Promise<T>): Promise<T> {
  const found = running.get(key) ?? run().finally(() => running.delete(key));
  running.set(key, found);
  return found;
}
