import type { Tree } from '../../../data/tree.ts';
import type { Labels } from '../../../templates/views.ts';

/** The URLs of the programs that log users in with Keycloak. Undefined for a program that does not. */
export interface Clients {
  readonly argocd: string | undefined;
  readonly console: string | undefined;
}

/** The variables with the secrets of the clients. Keycloak replaces them in the file. */
export const clientVariables = { argocd: 'ARGOCD_CLIENT_SECRET', console: 'CONSOLE_CLIENT_SECRET' } as const;

/** A realm as Keycloak imports it when it starts and the realm is missing [sources: keycloak-1]. */
export function realmOf(realm: string, { argocd, console }: Clients): Tree {
  return {
    realm,
    enabled: true,
    bruteForceProtected: true,
    registrationAllowed: false,
    sslRequired: 'external',
    roles: { realm: [{ name: 'platform-admin', description: 'Administers the platform' }] },
    clients: [
      ...(argocd === undefined ? [] : [client('argocd', argocd), commandLineClient]),
      ...(console === undefined ? [] : [client('console', console, backchannel(console))]),
    ],
  };
}

/** When a session in Keycloak ends, Keycloak also ends the user's session in the gateway. */
function backchannel(url: string): Labels {
  return {
    'backchannel.logout.session.required': 'true',
    'backchannel.logout.url': `${url}/auth/backchannel-logout`,
  };
}

const pkce: Labels = { 'pkce.code.challenge.method': 'S256' };

const codeFlow: Tree = {
  enabled: true,
  protocol: 'openid-connect',
  standardFlowEnabled: true,
  directAccessGrantsEnabled: false,
  implicitFlowEnabled: false,
  serviceAccountsEnabled: false,
};

/** A confidential client that uses PKCE. */
function client(name: keyof Clients, url: string, attributes: Labels = {}): Tree {
  const base = url.replace(/\/$/, '');
  return {
    ...codeFlow,
    clientId: name,
    publicClient: false,
    clientAuthenticatorType: 'client-secret',
    secret: `\${${clientVariables[name]}}`,
    rootUrl: base,
    redirectUris: [`${base}/auth/callback`],
    webOrigins: [base.split('/').slice(0, 3).join('/')],
    attributes: {
      ...pkce,
      'post.logout.redirect.uris': `${base}/*`,
      ...attributes,
    },
    protocolMappers: [groupMapper, audienceMapper(name)],
  };
}

const inTokens = { 'access.token.claim': 'true', 'id.token.claim': 'true', 'userinfo.token.claim': 'true' };

/** The names of the user's groups, as roles of tenants and of Argo CD use them. */
const groupMapper = {
  name: 'groups',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-group-membership-mapper',
  config: { 'claim.name': 'groups', 'full.path': 'false', ...inTokens },
};

/** Adds the client to the audience of its tokens. */
function audienceMapper(name: string): Tree {
  return {
    name: 'audience',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config: { 'included.client.audience': name, 'access.token.claim': 'true', 'id.token.claim': 'false' },
  };
}

/** `argocd login --sso` has no secret. It waits for the code on this port [sources: argocd-33]. */
export const commandLine = { id: 'argocd-cli', redirect: 'http://localhost:8085/auth/callback' } as const;

const commandLineClient: Tree = {
  ...codeFlow,
  clientId: commandLine.id,
  publicClient: true,
  redirectUris: [commandLine.redirect],
  attributes: pkce,
  protocolMappers: [groupMapper, audienceMapper(commandLine.id)],
};
