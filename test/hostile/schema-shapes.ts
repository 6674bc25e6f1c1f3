import { documents, kleff, kleffApi, list, mto, oneFile, shapes, times } from './write.ts';

/** Fields and schemas. */
export const schemaShapes = shapes([
  ['unknown fields', 3000, (n) => oneFile(`${kleff('t')}\n${times(n, (i) => `k${i}: v`)}`)],
  [
    'unknown fields of spec',
    3000,
    (n) =>
      oneFile(
        kleff(
          't',
          times(n, (i) => `field${i}: v`, ', '),
        ),
      ),
  ],
  [
    'unknown fields of metadata',
    48_000,
    (n) => oneFile(mto('t', '').replace('metadata:', `metadata:\n${times(n, (i) => `  field${i}: v`)}`)),
  ],
  ['an unknown field of great length', 50_000, (n) => oneFile(kleff('t', `${'k'.repeat(n)}: v`))],
  [
    'a choice of great length',
    50_000,
    (n) => oneFile(kleff('t', `plan: basic, userId: u, username: ${'u'.repeat(n)}`)),
  ],
  ['a kind of great length', 50_000, (n) => oneFile(`apiVersion: v1\nkind: ${'k'.repeat(n)}`)],
  ['unknown kinds', 3000, (n) => oneFile(documents(n, (i) => `apiVersion: v1\nkind: Kryto${i}`))],
  ['an apiVersion of great length', 50_000, (n) => oneFile(`apiVersion: ${'k'.repeat(n)}\nkind: Tenant`)],
  ['lists of wrong types', 5000, (n) => oneFile(mto('t', `  namespaces: {withTenantPrefix: ${list(n, () => '{}')}}`))],
  [
    'wrong map values',
    3000,
    (n) =>
      oneFile(
        `${kleffApi}\nkind: Tenant\nmetadata:\n  name: t\n  namespace: tenants\n  labels:\n${times(n, (i) => `    k${i}: {}`)}\nspec: {plan: basic, userId: t, username: t}`,
      ),
  ],
  [
    'wrong label keys',
    3000,
    (n) =>
      oneFile(
        `${kleffApi}\nkind: Tenant\nmetadata:\n  name: t\n  namespace: tenants\n  labels:\n${times(n, (i) => `    "k${i}/": v`)}\nspec: {plan: basic, userId: t, username: t}`,
      ),
  ],
  [
    'labels',
    3000,
    (n) =>
      oneFile(
        `${kleffApi}\nkind: Tenant\nmetadata:\n  name: t\n  namespace: tenants\n  labels:\n${times(n, (i) => `    k${i}: v`)}\nspec: {plan: basic, userId: t, username: t}`,
      ),
  ],
  [
    'different list items',
    5000,
    (n) => oneFile(mto('t', `  namespaces: {withTenantPrefix: ${list(n, (i) => `n${i}`)}}`)),
  ],
  ['duplicate list items', 5000, (n) => oneFile(mto('t', `  namespaces: {withTenantPrefix: ${list(n, () => 'a')}}`))],
  [
    'server fields',
    2000,
    (n) =>
      oneFile(
        documents(
          n,
          (i) =>
            `${kleffApi}\nkind: Tenant\nmetadata: {name: t${i}, namespace: tenants, uid: x, generation: 1}\nspec: {plan: basic, userId: t${i}, username: t}`,
        ),
      ),
  ],
  ['items of a List', 3000, (n) => oneFile(`apiVersion: v1\nkind: List\nitems:\n${times(n, () => '- a: 1')}`)],
  [
    'resources in a List',
    1000,
    (n) =>
      oneFile(
        `apiVersion: v1\nkind: List\nitems:\n${times(n, (i) => `- {apiVersion: kleff.kleff.io/v1, kind: Tenant, metadata: {name: t${i}, namespace: tenants}, spec: {plan: basic, userId: t${i}, username: t, foo: 1}}`)}`,
      ),
  ],
  ['keys with dots', 3000, (n) => oneFile(`${kleff('t')}\n${times(n, (i) => `${'a.'.repeat(50)}${i}: v`)}`)],
]);
