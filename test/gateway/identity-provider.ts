import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { MemoryAdapter } from './memory-adapter.ts';

/** The part of the package that the tests use. The package has no types. */
interface OidcProvider {
  issuer: string;
  readonly listen: (port: number, host: string) => Server;
}

const packageName: string = 'oidc-provider';

async function newProvider(configuration: object): Promise<OidcProvider> {
  const { default: Provider } = (await import(packageName)) as {
    readonly default: new (issuer: string, configuration: object) => OidcProvider;
  };
  return new Provider('http://127.0.0.1', configuration);
}

/** A certified OpenID Connect provider in this process. You can sign in with any name, without a password. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs a token as the provider does. */
  readonly sign: (claims: JWTPayload, header?: { readonly typ?: string }) => Promise<string>;
  /** Sets the current groups of a user. */
  readonly setGroups: (user: string, groups: readonly string[]) => void;
  /** Sets whether later logins get refresh tokens. */
  readonly issueRefreshTokens: (isOn: boolean) => void;
  /** Removes all sessions and tokens that the provider stores. */
  readonly forget: () => void;
  /** The number of refresh tokens that the provider stores. */
  readonly refreshTokenCount: () => number;
  readonly close: () => Promise<void>;
}

/** Seconds. */
const ttl = { AccessToken: 60, IdToken: 60, RefreshToken: 3600, Session: 3600, Grant: 3600, Interaction: 600 };
const enabled = { enabled: true };
const features = { devInteractions: enabled, rpInitiatedLogout: enabled, revocation: enabled };

function claimsOf(sub: string, groups: readonly string[] = []) {
  return { sub, preferred_username: sub, email: sub, email_verified: true, name: `Person ${sub}`, groups };
}

let keyPair: ReturnType<typeof generateKeyPair> | undefined;

/** Generated once per process, because generating a key is slow. */
function ownKeyPair(): ReturnType<typeof generateKeyPair> {
  keyPair ??= generateKeyPair('RS256', { extractable: true });
  return keyPair;
}

export async function startIdentityProvider(callback: string): Promise<IdentityProvider> {
  const { privateKey } = await ownKeyPair();
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'first' };
  const groups = new Map<string, readonly string[]>();
  const issued = { refreshTokens: true };
  const [clientId, clientSecret] = ['leasehold', 'client-secret-of-the-gateway-0123456789'];
  const client = { client_id: clientId, client_secret: clientSecret, token_endpoint_auth_method: 'client_secret_post' };
  const flows = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };
  const provider = await newProvider({
    adapter: MemoryAdapter,
    clients: [{ ...client, ...flows, redirect_uris: [callback] }],
    jwks: { keys: [key] },
    cookies: { keys: ['cookie-secret'] },
    claims: { openid: ['sub', 'preferred_username', 'email', 'email_verified', 'name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => claimsOf(sub, groups.get(sub)) }),
    issueRefreshToken: async () => issued.refreshTokens,
    ttl,
    features,
  });
  const server = provider.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.issuer = issuer;
  return {
    ...{ issuer, clientId, clientSecret },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first', ...header }).sign(privateKey),
    setGroups: (user, list) => void groups.set(user, list),
    issueRefreshTokens: (isOn) => void Object.assign(issued, { refreshTokens: isOn }),
    forget: () => MemoryAdapter.store.clear(),
    refreshTokenCount: () => [...MemoryAdapter.store.keys()].filter((key) => key.startsWith('RefreshToken')).length,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
