import {
  documents,
  fileEach,
  kleff,
  kryton,
  krytonApi,
  list,
  mto,
  mtoApi,
  namespaces,
  oneFile,
  quota,
  shapes,
  times,
} from './write.ts';

/** Resources that refer to each other or claim the same object. */
export const resourceShapes = shapes([
  [
    'claims of the same namespace',
    250,
    (n) => [
      ...fileEach(n, (i) => kleff(`a${i}`, `plan: basic, userId: shared, username: u${i}`)),
      ...oneFile(documents(n, (i) => kryton(`k${i}`, 'user-shared'))),
    ],
  ],
  [
    'resources in a claimed namespace',
    1000,
    (n) => [
      ...fileEach(1, () => kleff('a', 'plan: basic, userId: user-1, username: u')),
      ...oneFile(documents(n, (i) => kryton(`k${i}`, 'user-1'))),
    ],
  ],
  ['resources with the same name', 1000, (n) => oneFile(documents(n, () => kleff('same')))],
  ['files with resources of the same name', 1000, (n) => fileEach(n, () => kleff('same'))],
  ['tenants', 1000, (n) => oneFile(documents(n, (i) => kleff(`t${i}`)))],
  [
    'Krytons in a namespace',
    300,
    (n) =>
      oneFile(
        documents(
          n,
          (i) =>
            `${krytonApi}\nkind: Kryton\nmetadata: {name: k${i}, namespace: team, labels: {leasehold.dev/tenant: team}}\nspec: {version: "4.5.0", values: {}}`,
        ),
      ),
  ],
  [
    'unresolved references',
    500,
    (n) =>
      oneFile(
        documents(
          n,
          (i) =>
            `${mtoApi}/v1beta1\nkind: Quota\nmetadata: {name: quota-${i}}\nspec: {}\n---\n${mtoApi}/v1beta3\nkind: Tenant\nmetadata: {name: t${i}}\nspec: {quota: quoto-${i}}`,
        ),
      ),
  ],
  [
    'joined namespaces',
    1000,
    (n) =>
      oneFile(
        `${quota}${mto('t', '')}\n---\n${documents(n, (i) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: t-${i}, labels: {stakater.com/tenant: t}}`)}`,
      ),
  ],
  [
    'namespaces of unknown tenants',
    1000,
    (n) =>
      oneFile(
        documents(
          n,
          (i) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: t-${i}, labels: {stakater.com/tenant: t${i}}}`,
        ),
      ),
  ],
  ['listed namespaces', 1000, (n) => oneFile(`${quota}${mto('t', namespaces(n))}`)],
  [
    'namespaces with metadata entries',
    500,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(n, `    metadata:\n      specific:\n${times(n, (i) => `      - {namespaces: [t-n${i}], labels: {a: b}}`)}`))}`,
      ),
  ],
  [
    'metadata of unknown namespaces',
    500,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(n, `    metadata:\n      specific:\n${times(n, (i) => `      - {namespaces: [t-m${i}], labels: {a: b}}`)}`))}`,
      ),
  ],
  [
    'one metadata entry for unknown namespaces',
    500,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(n, `    metadata:\n      specific:\n      - {labels: {a: b}, namespaces: ${list(n, (i) => `t-m${i}`)}}`))}`,
      ),
  ],
  [
    'owners of many tenants',
    200,
    (n) =>
      oneFile(
        `${quota}${documents(n, (i) => mto(`t${i}`, `${namespaces(10)}  accessControl:\n    owners: {users: ${list(10, (j) => `u${j}`)}}`))}`,
      ),
  ],
  [
    'labels of many tenants',
    200,
    (n) =>
      oneFile(
        `${quota}${documents(n, (i) => mto(`t${i}`, namespaces(10, `    metadata: {common: {labels: {${times(10, (j) => `k${j}: v`, ', ')}}}}`)))}`,
      ),
  ],
  [
    'sandboxes',
    500,
    (n) =>
      oneFile(
        `${quota}${mto('t', `  namespaces: {sandboxes: {enabled: true, private: true}}\n  accessControl:\n    owners: {users: ${list(n, (i) => `u${i}`)}}`)}`,
      ),
  ],
  [
    'owners listed twice',
    3000,
    (n) =>
      oneFile(
        `${quota}${mto('t', `  accessControl:\n    owners: {users: ${list(n, (i) => `u${i}`)}}\n    editors: {users: ${list(n, (i) => `u${i}`)}}`)}`,
      ),
  ],
  [
    'domains',
    2000,
    (n) =>
      oneFile(`${quota}${mto('t', `  hostValidationConfig: {allowed: ${list(n, (i) => `"*.h${i}.example.com"`)}}`)}`),
  ],
  [
    'a domain with many labels',
    2000,
    (n) => oneFile(`${quota}${mto('t', `  hostValidationConfig: {allowed: ["${'a.'.repeat(n)}com"]}`)}`),
  ],
  [
    'a long expression',
    1000,
    (n) => oneFile(`${quota}${mto('t', `  hostValidationConfig: {allowedRegex: '${'(a|b)*'.repeat(n)}'}`)}`),
  ],
  [
    'an expression that ends in labels',
    2000,
    (n) => oneFile(`${quota}${mto('t', `  hostValidationConfig: {allowedRegex: '${'\\.a'.repeat(n)}'}`)}`),
  ],
  ['a name with many dashes', 2000, (n) => oneFile(`${quota}${mto('t'.concat('-a'.repeat(n)), '')}`)],
  [
    'amounts of a quota that are too small to split',
    100,
    (n) =>
      oneFile(
        `${mtoApi}/v1beta1\nkind: Quota\nmetadata: {name: small}\nspec: {resourcequota: {hard: {${times(n, (i) => `count/r${i}.apps: "1"`, ', ')}}}}\n---\n${mto('t', namespaces(5))}`,
      ),
  ],
  [
    'a quantity with many digits',
    20_000,
    (n) =>
      oneFile(
        `${mtoApi}/v1beta1\nkind: Quota\nmetadata: {name: small}\nspec: {resourcequota: {hard: {requests.cpu: "${'9'.repeat(n)}"}}}\n---\n${mto('t', namespaces(10))}`,
      ),
  ],
  [
    'exact shares',
    500,
    (n) =>
      oneFile(
        `${quota}${mto('t', `${namespaces(2, `    metadata: {common: {annotations: {leasehold.dev/quota-share: "${times(n, (i) => `r${i}=1`, ',')}"}}}`)}`)}`,
      ),
  ],
]);
