import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { mappingAt, textAt } from '../../data/tree.ts';
import { type ClaimRules, sessionFromClaims } from './claims.ts';
import type { Refresh, Session } from './sessions.ts';
import { openUsedOnce, type UsedOnce } from './used-once.ts';

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** The audience of bearer tokens; undefined to accept none. */
  readonly audience: string | undefined;
  readonly rules: ClaimRules;
  /** `https://tenants.example.com/auth/callback` */
  readonly callback: string;
  readonly now: () => number;
}

/** The data of a login until the provider redirects the browser back. */
export interface Login {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface SignedIn {
  readonly session: Session;
  readonly refresh: Refresh | undefined;
  readonly idToken: string | undefined;
}

/** The identity provider. Methods reject while it is not available. */
export interface Provider {
  readonly loginUrl: (login: Login) => Promise<URL>;
  /** Undefined if the token has no user name. Rejects if the response of the provider does not belong to this login. */
  readonly signIn: (url: URL, login: Login) => Promise<SignedIn | undefined>;
  readonly bearer: (token: string) => Promise<Session | undefined>;
  /** The subject and the session that a logout token ends. Rejects if the token is invalid. */
  readonly ended: (token: string) => Promise<Ended>;
  /** The page that also ends the session of the provider. */
  readonly logoutUrl: (idToken?: string) => Promise<string | undefined>;
}

export interface Ended {
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/** The lifetime of a session in milliseconds. */
const lifetime = 8 * 3_600_000;

/** Seconds by which the clocks of the provider and of the gateway can differ. */
const clockTolerance = 5;

/** Seconds in which a logout token must arrive. */
const logoutTokenAge = 600;

/** Asymmetric signatures only: the client secret must not sign tokens. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface Known {
  readonly configuration: client.Configuration;
  readonly keys: JWTVerifyGetKey;
}

export function openProvider(options: OidcOptions): Provider {
  const known = discovered(options);
  const used = openUsedOnce(options.now);
  return {
    loginUrl: async ({ state, nonce, verifier }) =>
      client.buildAuthorizationUrl((await known()).configuration, {
        redirect_uri: options.callback,
        scope: options.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    signIn: async (url, { state, nonce, verifier }) => {
      const { configuration } = await known();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      return signedIn(await client.authorizationCodeGrant(configuration, url, checks), configuration, options);
    },
    bearer: async (token) =>
      options.audience === undefined ? undefined : bearerSession(token, await known(), options),
    ended: async (token) => endedBy(token, await known(), { ...options, used }),
    logoutUrl: async (idToken) => {
      const { configuration } = await known();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      const back = new URL('/', options.callback).href;
      const hint = idToken === undefined ? {} : { id_token_hint: idToken };
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back, ...hint }).href;
    },
  };
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** The session of an access token for the API. Undefined if the token is invalid. */
async function bearerSession(token: string, { keys }: Known, options: OidcOptions): Promise<Session | undefined> {
  const { issuer, audience = '', rules, now } = options;
  const checks = { issuer, audience, algorithms, requiredClaims: ['exp', 'sub'], clockTolerance };
  const verified = await jwtVerify(token, keys, checks).catch(() => undefined);
  const expiresAt = (verified?.payload.exp ?? 0) * 1000;
  return verified && sessionFromClaims(verified.payload, rules, Math.min(expiresAt, now() + lifetime));
}

/** A logout token has a logout event and no nonce, unlike an ID token. */
async function endedBy(
  token: string,
  { keys }: Known,
  options: OidcOptions & { readonly used: UsedOnce },
): Promise<Ended> {
  const { issuer, clientId, used, now } = options;
  const checks = { issuer, audience: clientId, algorithms, requiredClaims: ['iat', 'jti'], clockTolerance };
  const { payload } = await jwtVerify(token, keys, { ...checks, maxTokenAge: logoutTokenAge });
  const isLogout = logoutEvent in mappingAt(payload, 'events') && payload['nonce'] === undefined;
  if (!isLogout) throw new Error('the token is not a logout token');
  const until = now() + 2 * logoutTokenAge * 1000;
  if (!used.use(textAt(payload, 'jti'), until)) throw new Error('the token was used before');
  const subject = payload.sub === undefined ? undefined : `${issuer}#${payload.sub}`;
  return { subject, sid: textAt(payload, 'sid') || undefined };
}

/** Fetches the metadata of the provider once, and retries after a failure. */
function discovered({ issuer, clientId, clientSecret }: OidcOptions): () => Promise<Known> {
  let found: Promise<Known> | undefined;
  const discover = async (): Promise<Known> => {
    const url = new URL(issuer);
    const authentication = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
    const insecure = url.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {};
    const metadata = { [client.clockTolerance]: clockTolerance, ...(clientSecret && { client_secret: clientSecret }) };
    const configuration = await client.discovery(url, clientId, metadata, authentication, insecure);
    const address = configuration.serverMetadata().jwks_uri;
    if (address === undefined) throw new Error('the identity provider has no jwks_uri');
    return { configuration, keys: createRemoteJWKSet(new URL(address)) };
  };
  return () => {
    found ??= discover().catch((error) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

function signedIn(tokens: Tokens, configuration: client.Configuration, options: OidcOptions): SignedIn | undefined {
  const claims = tokens.claims();
  const session = claims && sessionFromClaims(claims, options.rules, options.now() + lifetime);
  const refresh = claims && refreshOf(tokens, { configuration, options, sub: claims.sub });
  return session && { session, refresh, idToken: tokens.id_token };
}

/**
 * Responses that mean that the provider ended the session. Any other error is a failure of the network or of the provider.
 */
const refusals = [client.ResponseBodyError, client.WWWAuthenticateChallengeError];

interface Renewal {
  readonly configuration: client.Configuration;
  readonly options: OidcOptions;
  readonly sub: string;
}

/** Renews the session when the access token expires. Undefined if the provider issued no refresh token. */
function refreshOf(tokens: Tokens, renewal: Renewal): Refresh | undefined {
  const { refresh_token: token, expires_in: seconds = 300 } = tokens;
  if (token === undefined) return undefined;
  const renew = async () => {
    try {
      const { configuration, options, sub } = renewal;
      const fresh = await client.refreshTokenGrant(configuration, token);
      const claims = fresh.claims() ?? (await userInfo(fresh, renewal));
      const session = sessionFromClaims(claims, options.rules, options.now() + lifetime);
      const next = fresh.refresh_token === undefined ? Object.assign(fresh, { refresh_token: token }) : fresh;
      return session && claims.sub === sub ? { session, refresh: refreshOf(next, renewal) } : undefined;
    } catch (error) {
      if (refusals.some((one) => error instanceof one)) return undefined;
      throw error;
    }
  };
  const revoke = async () => {
    const { configuration } = renewal;
    if (configuration.serverMetadata().revocation_endpoint) await client.tokenRevocation(configuration, token);
  };
  return { dueAt: renewal.options.now() + Math.max(seconds, 10) * 1000, renew, revoke };
}

/** The claims from the userinfo endpoint, for providers that send no new ID token. */
async function userInfo({ access_token }: Tokens, { configuration, options, sub }: Renewal) {
  const info = await client.fetchUserInfo(configuration, access_token, sub);
  return { ...info, iss: options.issuer };
}
