import { isMapping, listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { annotationList, hasAnnotation } from '../cel.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

const entriesOf = (secret: string, field: string, reference: string) => {
  const own = 'd.?sourceRef.?storeRef';
  const store = (part: string) =>
    `${own}.?${part}.or(${own}.hasValue() ? optional.none() : ${secret}.spec.?secretStoreRef.?${part})`;
  const kind = `${store('kind')}.orValue('SecretStore')`;
  return `${secret}.spec.?${field}.orValue([]).filter(d, d.?${reference}.hasValue())
  .map(d, (${kind} == 'SecretStore' ? '' : ${kind} + '/') + ${store('name')}.orValue('') + ' ' + d.?${reference}.?key.orValue(''))`;
};

/** Path segments such as `..`, escaped or not, could escape the allowed prefix. */
const leading = /[\\%]|[ /][.]{1,2}(?:\/|$)/;

const isAllowed = `!e.matches(${"'[\\\\\\\\%]|[ /][.]{1,2}(?:/|$)'"}) && variables.allowed.exists(a, a != '' && e.startsWith(a)
    && (e == a || !a.matches('[A-Za-z0-9]$') || e.substring(a.size()).startsWith('/')))`;

/**
 * An item consists of a store and a prefix of its keys: `vault acme/`. Other kinds of stores are prefixed:
 * `ClusterSecretStore/vault acme/`.
 */
export const externalSecrets: Rule = {
  id: 'external-secrets',
  about: 'Stores of External Secrets and the keys that are read from them, as granted to the tenant.',
  targets: [{ group: 'external-secrets.io', resources: ['externalsecrets'], operations: writes }],
  scope: 'tenants',
  exempts: 'platform',
  variables: { allowed: annotationList(keys.secrets) },
  clauses: [
    {
      message: `keys of stores that ${keys.secrets} does not list`,
      cel: (object) => `!${hasAnnotation(keys.secrets)} ? [] : (${entriesOf(object, 'data', 'remoteRef')}
  + ${entriesOf(object, 'dataFrom', 'extract')}).filter(e, !(${isAllowed}))`,
      find: (object, request) => {
        const allowed = listIn(request, keys.secrets);
        return allowed ? keysOf(object).filter((key) => !isListed(key, allowed)) : [];
      },
    },
    {
      message: 'searches and generators, which could read any key',
      cel: (object) => `!${hasAnnotation(keys.secrets)} ? [] : ${object}.spec.?dataFrom.orValue([])
  .filter(d, !d.?extract.hasValue()).map(d, d.?find.hasValue() ? 'find' : 'sourceRef')`,
      find: (object, request) => {
        const others = listAt(object, 'spec', 'dataFrom').filter((entry) => !isMapping(valueAt(entry, 'extract')));
        const found = others.map((entry) => (isMapping(valueAt(entry, 'find')) ? 'find' : 'sourceRef'));
        return listIn(request, keys.secrets) ? found : [];
      },
    },
  ],
};

function keysOf(secret: Tree): readonly string[] {
  const entries = [
    ...listAt(secret, 'spec', 'data').map((entry) => ({ entry, reference: valueAt(entry, 'remoteRef') })),
    ...listAt(secret, 'spec', 'dataFrom').map((entry) => ({ entry, reference: valueAt(entry, 'extract') })),
  ];
  return entries
    .filter(({ reference }) => isMapping(reference))
    .map(({ entry, reference }) => `${storeOf(entry, secret)} ${textAt(reference, 'key')}`);
}

function storeOf(entry: unknown, secret: Tree): string {
  const store = valueAt(entry, 'sourceRef', 'storeRef') ?? valueAt(secret, 'spec', 'secretStoreRef');
  const kind = textAt(store, 'kind') || 'SecretStore';
  return `${kind === 'SecretStore' ? '' : `${kind}/`}${textAt(store, 'name')}`;
}

function isListed(key: string, allowed: readonly string[]): boolean {
  if (leading.test(key)) return false;
  return allowed.some((item) => {
    const rest = key.slice(item.length);
    return item !== '' && key.startsWith(item) && (rest === '' || !/[A-Za-z0-9]$/.test(item) || rest.startsWith('/'));
  });
}
