import { isMapping, listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { annotationList, flattened, hasAnnotation } from '../cel.ts';
import { differs } from '../changed-fields.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import { listOf, type Rule, writes } from '../rule.ts';

const isSecretStore = "'SecretStore'";
const storeName = (kind: string, name: string) =>
  `(${kind}.orValue(${isSecretStore}) == ${isSecretStore} ? '' : ${kind}.orValue('') + '/') + ${name}.orValue('')`;

/** The keys that an ExternalSecret reads. An entry can specify a different store. */
const read = (secret: string, field: string, reference: string) => {
  const own = 'd.?sourceRef.?storeRef';
  const store = (part: string) =>
    `${own}.?${part}.or(${own}.hasValue() ? optional.none() : ${secret}.spec.?secretStoreRef.?${part})`;
  return `${secret}.spec.?${field}.orValue([]).filter(d, d.?${reference}.hasValue())
  .map(d, ${storeName(store('kind'), store('name'))} + ' ' + d.?${reference}.?key.orValue(''))`;
};

/** The keys that a PushSecret writes to each of its stores. */
const pushed = (secret: string) =>
  flattened(`${secret}.spec.?secretStoreRefs.orValue([]).map(s, ${secret}.spec.?data.orValue([])
  .filter(d, d.?match.hasValue()).map(d, ${storeName('s.?kind', 's.?name')} + ' ' + d.match.?remoteRef.?remoteKey.orValue('')))`);

/** Path segments such as `..`, encoded or not, could escape the allowed prefix. A query or fragment could change the path. */
const unsafeKey = /[\\%?#]|[ /][.]{1,2}(?:\/|$)/;

const isAllowed = `!e.matches(${"'[\\\\\\\\%?#]|[ /][.]{1,2}(?:/|$)'"}) && variables.allowed.exists(a, a != '' && e.startsWith(a)
    && (e == a || !a.matches('[A-Za-z0-9]$') || e.substring(a.size()).startsWith('/')))`;

/**
 * Entries that could read or write any key: searches, bulk pushes (`dataTo`), stores that labels select, and generators, which
 * can use the identity of External Secrets. External Secrets prefers `find` to `extract` in an entry with both. The store of a
 * pushed key interprets its metadata, which can choose another namespace [sources: secrets-1].
 */
const wide = (secret: string) => `${secret}.spec.?dataFrom.orValue([])
  .filter(d, !d.?extract.hasValue() || d.?find.hasValue()).map(d, d.?find.hasValue() ? 'find' : 'sourceRef')
  + ${secret}.spec.?dataTo.orValue([]).map(d, 'dataTo')
  + ${secret}.spec.?data.orValue([]).filter(d, d.?metadata.hasValue()).map(d, 'metadata')
  + ${secret}.spec.?secretStoreRefs.orValue([]).filter(s, s.?labelSelector.hasValue()).map(s, 'labelSelector')
  + (${secret}.spec.?selector.?generatorRef.hasValue() ? ['generatorRef'] : [])`;

const wideFields = ['secretStoreRef', 'secretStoreRefs', 'data', 'dataFrom', 'dataTo', 'selector'];

/**
 * An item consists of a store and a prefix of its keys: `vault acme/`. For other kinds of stores, the item starts with the kind:
 * `ClusterSecretStore/vault acme/`.
 */
export const externalSecrets: Rule = {
  id: 'external-secrets',
  about:
    "Stores of External Secrets, and the keys that tenants read from them or push to them. In namespaces with a list of keys, also tenants' own SecretStores.",
  targets: [
    { group: 'external-secrets.io', resources: ['externalsecrets', 'pushsecrets', 'secretstores'], operations: writes },
  ],
  scope: 'tenants',
  exempts: 'platform',
  lists: {
    entries: (object) => `${read(object, 'data', 'remoteRef')}
  + ${read(object, 'dataFrom', 'extract')}
  + ${pushed(object)}`,
  },
  variables: { allowed: annotationList(keys.secrets) },
  clauses: [
    {
      message: `keys of stores that ${keys.secrets} does not list`,
      cel: (object) => `!${hasAnnotation(keys.secrets)} ? [] : ${listOf('entries', object)}.filter(e, !(${isAllowed}))`,
      find: (object, request) => {
        const allowed = listIn(request, keys.secrets);
        return allowed ? keysOf(object).filter((key) => !isListed(key, allowed)) : [];
      },
    },
    {
      message: 'searches, generators, bulk pushes, metadata and selected stores, which could read or write any key',
      cel: (object) => `!${hasAnnotation(keys.secrets)} ? [] : ${wide(object)}`,
      find: (object, request) => (listIn(request, keys.secrets) ? wideEntries(object) : []),
      changes: {
        cel: wideFields.map((field) => `object.spec.?${field} != oldObject.spec.?${field}`).join(' || '),
        test: (_, request) => wideFields.some((field) => differs(request, 'spec', field)),
      },
    },
    {
      message: 'a SecretStore, which can use the identity and the network of External Secrets',
      cel: (object) => `request.resource.resource == 'secretstores' && ${hasAnnotation(keys.secrets)}
  ? [${object}.metadata.name] : []`,
      find: (object, request) =>
        request.resource === 'secretstores' && listIn(request, keys.secrets)
          ? [textAt(object, 'metadata', 'name')]
          : [],
      changes: { cel: 'object.spec != oldObject.spec', test: (_, request) => differs(request, 'spec') },
    },
  ],
};

function keysOf(secret: Tree): readonly string[] {
  const entries = [
    ...listAt(secret, 'spec', 'data').map((entry) => ({ entry, reference: valueAt(entry, 'remoteRef') })),
    ...listAt(secret, 'spec', 'dataFrom').map((entry) => ({ entry, reference: valueAt(entry, 'extract') })),
  ];
  const keysRead = entries
    .filter(({ reference }) => isMapping(reference))
    .map(({ entry, reference }) => `${storeRead(entry, secret)} ${textAt(reference, 'key')}`);
  return [...keysRead, ...keysPushed(secret)];
}

/** Above this number of pairs of a store and an entry, the result is a single value, because a list could exceed the memory. */
const maxPairs = 1_000_000;

function keysPushed(secret: Tree): readonly string[] {
  const entries = listAt(secret, 'spec', 'data').filter((entry) => isMapping(valueAt(entry, 'match')));
  const stores = listAt(secret, 'spec', 'secretStoreRefs');
  if (stores.length * entries.length > maxPairs) return [`${entries.length} keys of each of ${stores.length} stores`];
  return stores.flatMap((store) =>
    entries.flatMap((entry) => `${nameOf(store)} ${textAt(entry, 'match', 'remoteRef', 'remoteKey')}`.split('\n')),
  );
}

function storeRead(entry: unknown, secret: Tree): string {
  return nameOf(valueAt(entry, 'sourceRef', 'storeRef') ?? valueAt(secret, 'spec', 'secretStoreRef'));
}

function nameOf(store: unknown): string {
  const kind = textAt(store, 'kind') || 'SecretStore';
  return `${kind === 'SecretStore' ? '' : `${kind}/`}${textAt(store, 'name')}`;
}

function wideEntries(secret: Tree): readonly string[] {
  const isMissing = (entry: unknown, field: string) => !isMapping(valueAt(entry, field));
  const others = listAt(secret, 'spec', 'dataFrom').filter(
    (entry) => isMissing(entry, 'extract') || !isMissing(entry, 'find'),
  );
  const described = listAt(secret, 'spec', 'data').filter((entry) => valueAt(entry, 'metadata') !== undefined);
  const stores = listAt(secret, 'spec', 'secretStoreRefs').filter((store) =>
    isMapping(valueAt(store, 'labelSelector')),
  );
  return [
    ...others.map((entry) => (isMissing(entry, 'find') ? 'sourceRef' : 'find')),
    ...listAt(secret, 'spec', 'dataTo').map(() => 'dataTo'),
    ...described.map(() => 'metadata'),
    ...stores.map(() => 'labelSelector'),
    ...(isMapping(valueAt(secret, 'spec', 'selector', 'generatorRef')) ? ['generatorRef'] : []),
  ];
}

function isListed(key: string, allowed: readonly string[]): boolean {
  if (unsafeKey.test(key)) return false;
  return allowed.some((item) => {
    const rest = key.slice(item.length);
    return item !== '' && key.startsWith(item) && (rest === '' || !/[A-Za-z0-9]$/.test(item) || rest.startsWith('/'));
  });
}
