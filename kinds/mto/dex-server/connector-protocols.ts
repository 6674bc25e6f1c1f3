/** The type of a field of a connector. A secret is text that Git must not contain. */
export type Field = 'text' | 'secret' | 'flag' | 'texts' | 'map' | Fields | readonly [Fields];
export interface Fields {
  readonly [field: string]: Field;
}

/** What Dex reads from the configuration of a type of connector. */
export interface ConnectorType {
  readonly required: readonly string[];
  readonly fields: Fields;
}

export const application: Fields = { clientID: 'text', clientSecret: 'secret', redirectURI: 'text' };
export const required = ['clientID', 'clientSecret', 'redirectURI'];
export const oidc: ConnectorType = {
  required: ['issuer', ...required],
  fields: {
    ...application,
    issuer: 'text',
    issuerAlias: 'text',
    providerDiscoveryOverrides: { tokenURL: 'text', authURL: 'text', jwksURL: 'text' },
    basicAuthUnsupported: 'flag',
    scopes: 'texts',
    rootCAs: 'texts',
    insecureSkipEmailVerified: 'flag',
    insecureEnableGroups: 'flag',
    allowedGroups: 'texts',
    acrValues: 'texts',
    insecureSkipVerify: 'flag',
    getUserInfo: 'flag',
    userIDKey: 'text',
    userNameKey: 'text',
    promptType: 'text',
    pkceChallenge: 'text',
    overrideClaimMapping: 'flag',
    claimMapping: { preferred_username: 'text', email: 'text', groups: 'text' },
    claimModifications: {
      newGroupFromClaims: [{ prefix: 'text', delimiter: 'text', clearDelimiter: 'flag', claims: 'texts' }],
      filterGroupClaims: { groupsFilter: 'text' },
      modifyGroupNames: { prefix: 'text', suffix: 'text' },
    },
  },
};

export const ldap: ConnectorType = {
  required: ['host', 'userSearch'],
  fields: {
    host: 'text',
    insecureNoSSL: 'flag',
    insecureSkipVerify: 'flag',
    startTLS: 'flag',
    rootCA: 'text',
    rootCAData: 'text',
    clientCert: 'text',
    clientKey: 'text',
    bindDN: 'text',
    bindPW: 'secret',
    usernamePrompt: 'text',
    userSearch: {
      baseDN: 'text',
      filter: 'text',
      username: 'text',
      scope: 'text',
      idAttr: 'text',
      emailAttr: 'text',
      nameAttr: 'text',
      preferredUsernameAttr: 'text',
      emailSuffix: 'text',
    },
    groupSearch: {
      baseDN: 'text',
      filter: 'text',
      scope: 'text',
      userAttr: 'text',
      groupAttr: 'text',
      recursionGroupAttr: 'text',
      userMatchers: [{ userAttr: 'text', groupAttr: 'text', recursionGroupAttr: 'text' }],
      nameAttr: 'text',
    },
  },
};

export const saml: ConnectorType = {
  required: ['ssoURL', 'redirectURI', 'usernameAttr', 'emailAttr'],
  fields: {
    ssoURL: 'text',
    ssoIssuer: 'text',
    entityIssuer: 'text',
    ca: 'text',
    caData: 'text',
    insecureSkipSignatureValidation: 'flag',
    redirectURI: 'text',
    usernameAttr: 'text',
    emailAttr: 'text',
    groupsAttr: 'text',
    groupsDelim: 'text',
    allowedGroups: 'texts',
    filterGroups: 'flag',
    nameIDPolicyFormat: 'text',
  },
};
