import { createHash, randomBytes } from 'node:crypto';
import type { Person } from '../can/roles.ts';

/** A signed-in person. */
export interface Session {
  readonly person: Person;
  readonly name: string;
  readonly email: string;
  /** The issuer and subject of the identity provider, which commits record. */
  readonly subject: string;
  /** The provider's session ID, for back-channel logouts. */
  readonly providerSession: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Sessions by the secret in the cookie. Only a digest of the secret is kept. */
export interface Sessions {
  readonly add: (session: Session, tokens?: Tokens) => string;
  /** Undefined for an unknown, expired or ended session. Renews the session's tokens when they are due. */
  readonly find: (secret: string) => Promise<Session | undefined>;
  /** Returns the tokens of the session, which the provider still accepts. */
  readonly remove: (secret: string) => Tokens | undefined;
  /** Ends the sessions of a subject or of a provider session. Returns their number. */
  readonly removeAll: (subject: string | undefined, providerSession: string | undefined) => number;
  readonly count: () => number;
}

/** How a session is refreshed: the provider can change the groups or end the session. */
export interface Refresh {
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  /** Undefined if the provider ended the session. Rejects if the provider is not available. */
  readonly renew: () => Promise<{ readonly session: Session; readonly refresh: Refresh | undefined } | undefined>;
  /** Asks the provider not to accept the token any more. */
  readonly revoke: () => Promise<void>;
}

/** Tokens of the provider. They stay in the gateway. */
export interface Tokens {
  readonly refresh: Refresh | undefined;
  /** Identifies the session of the provider when it ends. */
  readonly idToken: string | undefined;
}

interface Entry {
  session: Session;
  refresh: Refresh | undefined;
  readonly idToken: string | undefined;
  renewing: Promise<void> | undefined;
}

/** The maximum number of sessions, and of those of one person. Above it, the oldest session ends. */
const maxSessions = 10_000;
const maxOfPerson = 20;

export function openSessions(now: () => number): Sessions {
  const entries = new Map<string, Entry>();
  const find = async (secret: string): Promise<Session | undefined> => {
    const key = digestOf(secret);
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (entry.refresh && entry.refresh.dueAt <= now()) await renewed(entry, entry.refresh, () => entries.delete(key));
    if (entry.session.expiresAt <= now()) entries.delete(key);
    return entries.has(key) ? entry.session : undefined;
  };
  return {
    add: (session, { refresh, idToken } = { refresh: undefined, idToken: undefined }) => {
      const secret = randomBytes(32).toString('base64url');
      prune(entries, session.subject, now());
      entries.set(digestOf(secret), { session, refresh, idToken, renewing: undefined });
      return secret;
    },
    find,
    remove: (secret) => {
      const key = digestOf(secret);
      const found = entries.get(key);
      entries.delete(key);
      return found;
    },
    removeAll: (subject, providerSession) => {
      const isEnded = ({ session }: Entry) =>
        providerSession === undefined || session.providerSession === undefined
          ? session.subject === subject
          : session.providerSession === providerSession;
      const ended = [...entries].filter(([, entry]) => isEnded(entry));
      for (const [key] of ended) entries.delete(key);
      return ended.length;
    },
    count: () => entries.size,
  };
}

/** Removes expired sessions, and the oldest ones of a person or of everybody to leave room for another. */
function prune(entries: Map<string, Entry>, subject: string, now: number): void {
  for (const [key, { session }] of entries) if (session.expiresAt <= now) entries.delete(key);
  const own = [...entries].filter(([, { session }]) => session.subject === subject);
  for (const [key] of own.slice(0, 1 - maxOfPerson)) entries.delete(key);
  const [oldest] = entries.keys();
  if (entries.size >= maxSessions && oldest !== undefined) entries.delete(oldest);
}

/**
 * Concurrent requests share one renewal. If the provider does not respond, the session remains valid until the next request.
 */
function renewed(entry: Entry, refresh: Refresh, end: () => void): Promise<void> {
  entry.renewing ??= refresh
    .renew()
    .then((found) => {
      if (!found) return end();
      // Renewed claims can omit the provider's session ID.
      const { expiresAt, providerSession } = entry.session;
      entry.session = {
        ...found.session,
        providerSession: found.session.providerSession ?? providerSession,
        expiresAt,
      };
      entry.refresh = found.refresh;
    })
    .catch(() => {})
    .finally(() => {
      entry.renewing = undefined;
    });
  return entry.renewing;
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
