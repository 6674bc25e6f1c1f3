import { application, type ConnectorType, type Fields, ldap, oidc, required, saml } from './connector-protocols.ts';

const teams: readonly [Fields] = [{ name: 'text', teams: 'texts' }];

const bitbucket: ConnectorType = { required, fields: { ...application, teams: 'texts', includeTeamGroups: 'flag' } };

/**
 * The types of connectors of Dex, with the fields of each [sources: dex-1]. `authproxy` is not among them, because it trusts
 * headers of requests: any pod that can connect to Dex could log in as anyone.
 */
export const connectorTypes = {
  oidc,
  ldap,
  saml,
  google: {
    required,
    fields: {
      ...application,
      scopes: 'texts',
      hostedDomains: 'texts',
      groups: 'texts',
      serviceAccountFilePath: 'text',
      adminEmail: 'text',
      domainToAdminEmail: 'map',
      fetchTransitiveGroupMembership: 'flag',
      promptType: 'text',
    },
  },
  github: {
    required,
    fields: {
      ...application,
      org: 'text',
      orgs: teams,
      hostName: 'text',
      rootCA: 'text',
      teamNameField: 'text',
      loadAllGroups: 'flag',
      useLoginAsID: 'flag',
      preferredEmailDomain: 'text',
    },
  },
  gitlab: {
    required,
    fields: {
      ...application,
      baseURL: 'text',
      groups: 'texts',
      useLoginAsID: 'flag',
      getGroupsPermission: 'flag',
      rootCAData: 'text',
    },
  },
  gitea: {
    required,
    fields: { ...application, baseURL: 'text', orgs: teams, loadAllGroups: 'flag', useLoginAsID: 'flag' },
  },
  bitbucket,
  'bitbucket-cloud': bitbucket,
  microsoft: {
    required,
    fields: {
      ...application,
      tenant: 'text',
      onlySecurityGroups: 'flag',
      groups: 'texts',
      groupNameFormat: 'text',
      useGroupsAsWhitelist: 'flag',
      emailToLowercase: 'flag',
      apiURL: 'text',
      graphURL: 'text',
      promptType: 'text',
      domainHint: 'text',
      scopes: 'texts',
    },
  },
  linkedin: { required, fields: application },
  openshift: {
    required: ['issuer', ...required],
    fields: { ...application, issuer: 'text', groups: 'texts', insecureCA: 'flag', rootCA: 'text' },
  },
  oauth: {
    required: ['tokenURL', 'authorizationURL', 'userInfoURL', ...required],
    fields: {
      ...application,
      tokenURL: 'text',
      authorizationURL: 'text',
      userInfoURL: 'text',
      scopes: 'texts',
      rootCAs: 'texts',
      insecureSkipVerify: 'flag',
      userIDKey: 'text',
      claimMapping: {
        userNameKey: 'text',
        preferredUsernameKey: 'text',
        groupsKey: 'text',
        emailKey: 'text',
        emailVerifiedKey: 'text',
      },
    },
  },
  keystone: {
    required: ['domain', 'keystoneHost', 'keystoneUsername', 'keystonePassword'],
    fields: { domain: 'text', keystoneHost: 'text', keystoneUsername: 'text', keystonePassword: 'secret' },
  },
  'atlassian-crowd': {
    required: ['baseURL', 'clientID', 'clientSecret'],
    fields: {
      baseURL: 'text',
      clientID: 'text',
      clientSecret: 'secret',
      groups: 'texts',
      preferredUsernameField: 'text',
      usernamePrompt: 'text',
    },
  },
} as const satisfies Readonly<Record<string, ConnectorType>>;
