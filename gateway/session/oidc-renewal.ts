import * as client from 'openid-client';
import { type ClaimRules, sessionFromClaims } from './claims.ts';
import type { RefreshToken, Renew } from './sessions.ts';

/** The lifetime of a session in milliseconds. */
export const lifetime = 8 * 3_600_000;

interface Options {
  readonly rules: ClaimRules;
  readonly now: () => number;
}

export type Granted = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

/** The lifetime of the access token in a response, in seconds: at least 10, and 300 if the provider does not state it. */
export function secondsOf({ expires_in: seconds = 300 }: Pick<Granted, 'expires_in'>): number {
  return Math.max(seconds, 10);
}

/** The refresh token in a response. Undefined if the provider issued none. */
export function refreshIn(
  granted: Pick<Granted, 'refresh_token' | 'expires_in'>,
  { now }: Pick<Options, 'now'>,
): RefreshToken | undefined {
  const { refresh_token: token } = granted;
  return token === undefined ? undefined : { token, dueAt: now() + secondsOf(granted) * 1000 };
}

/** Responses that mean that the provider ended the session. Any other error is a failure of the network or of the provider. */
const rejections = [client.ResponseBodyError, client.WWWAuthenticateChallengeError];

interface Renewal {
  readonly configuration: client.Configuration;
  readonly options: Options;
}

/**
 * Renews the session of a subject from the current claims. Undefined if the provider ended the session, or if the claims are
 * invalid or of another subject.
 */
export async function renewAt(token: string, subject: string, { configuration, options }: Renewal): ReturnType<Renew> {
  try {
    const fresh = await client.refreshTokenGrant(configuration, token);
    const claims = fresh.claims() ?? (await userInfo(fresh, subject, configuration));
    const session = sessionFromClaims(claims, options.rules, options.now() + lifetime);
    // A provider that does not rotate refresh tokens issues no new one.
    const { refresh_token = token } = fresh;
    const refresh = refreshIn({ ...fresh, refresh_token }, options);
    return session?.subject === subject ? { session, refresh } : undefined;
  } catch (error) {
    if (rejections.some((one) => error instanceof one)) return undefined;
    throw error;
  }
}

/** The claims from the userinfo endpoint, for providers that send no new ID token. */
async function userInfo({ access_token }: Granted, subject: string, configuration: client.Configuration) {
  const [issuer = '', ...rest] = subject.split('#');
  const info = await client.fetchUserInfo(configuration, access_token, rest.join('#'));
  return { ...info, iss: issuer };
}
