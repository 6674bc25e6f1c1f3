import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { mappingAt, textAt } from '../../data/tree.ts';
import { type ClaimRules, sessionFromClaims } from './claims.ts';
import { type Granted, lifetime, refreshIn, renewAt, secondsOf } from './oidc-renewal.ts';
import type { Renew, Session, Tokens } from './sessions.ts';
import type { UsedOnce } from './used-once.ts';

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
  /** The logout tokens that were accepted. */
  readonly used: UsedOnce;
}

/** The data of a login until the provider redirects the browser back. */
export interface Login {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface SignedIn {
  readonly session: Session;
  readonly tokens: Tokens;
}

/**
 * The identity provider. Methods reject if a request that they need fails. Exception: `bearer` resolves to undefined if the
 * keys cannot be fetched.
 */
export interface Provider {
  readonly loginUrl: (login: Login) => Promise<URL>;
  /** Undefined if the token has no valid user name. Rejects if the response does not belong to this login. */
  readonly signIn: (url: URL, login: Login) => Promise<SignedIn | undefined>;
  readonly bearer: (token: string) => Promise<Session | undefined>;
  readonly renew: Renew;
  /** Asks the provider to revoke a refresh token. */
  readonly revoke: (token: string) => Promise<void>;
  /** The subject and the session that a logout token ends. Rejects if the token is invalid. */
  readonly ended: (token: string) => Promise<Ended>;
  /** The page that also ends the session of the provider. Undefined if the provider has none. */
  readonly logoutUrl: (idToken?: string) => Promise<string | undefined>;
}

export interface Ended {
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
}

/** Seconds by which the clocks of the provider and of the gateway can differ. */
const clockTolerance = 5;

/** The maximum age of a logout token, in seconds. */
const logoutTokenAge = 600;

/** Asymmetric signatures only: the client secret must not sign tokens. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface Known {
  readonly configuration: client.Configuration;
  readonly keys: JWTVerifyGetKey;
}

export function openProvider(options: OidcOptions): Provider {
  const known = discovered(options);
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
      return signedIn(await client.authorizationCodeGrant(configuration, url, checks), options);
    },
    bearer: async (token) =>
      options.audience === undefined ? undefined : bearerSession(token, await known(), options),
    renew: async (token, subject) => renewAt(token, subject, { ...(await known()), options }),
    revoke: async (token) => {
      const { configuration } = await known();
      if (configuration.serverMetadata().revocation_endpoint) await client.tokenRevocation(configuration, token);
    },
    ended: async (token) => endedBy(token, await known(), options),
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

/** The session of an access token for the API. Undefined if the token is invalid or cannot be verified. */
async function bearerSession(token: string, { keys }: Known, options: OidcOptions): Promise<Session | undefined> {
  const { issuer, audience = '', rules, now } = options;
  const checks = { issuer, audience, algorithms, requiredClaims: ['exp', 'sub'], clockTolerance };
  const verified = await jwtVerify(token, keys, checks).catch(() => undefined);
  const expiresAt = (verified?.payload.exp ?? 0) * 1000;
  return verified && sessionFromClaims(verified.payload, rules, Math.min(expiresAt, now() + lifetime));
}

/** A logout token has a logout event and no nonce, unlike an ID token. */
async function endedBy(token: string, { keys }: Known, options: OidcOptions): Promise<Ended> {
  const { issuer, clientId, used, now } = options;
  const checks = { issuer, audience: clientId, algorithms, requiredClaims: ['iat', 'jti'], clockTolerance };
  const { payload } = await jwtVerify(token, keys, { ...checks, maxTokenAge: logoutTokenAge });
  const isLogout = logoutEvent in mappingAt(payload, 'events') && payload['nonce'] === undefined;
  if (!isLogout) throw new Error('the token is not a logout token');
  const until = now() + 2 * logoutTokenAge * 1000;
  if (!(await used.use(`logout ${textAt(payload, 'jti')}`, until))) throw new Error('the token was used before');
  const named = (name: string | undefined) => (name ? `${payload.iss}#${name}` : undefined);
  return { subject: named(payload.sub), providerSession: named(textAt(payload, 'sid')) };
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

function signedIn(granted: Granted, options: OidcOptions): SignedIn | undefined {
  const claims = granted.claims();
  const refresh = refreshIn(granted, options);
  // Without a refresh token, the gateway cannot ask for the current groups.
  const duration = refresh ? lifetime : Math.min(secondsOf(granted) * 1000, lifetime);
  const session = claims && sessionFromClaims(claims, options.rules, options.now() + duration);
  return session && { session, tokens: { refresh, idToken: granted.id_token } };
}
