import { asText } from '../../data/as-text.ts';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { isPresent, type SensitiveField } from './sensitive-field.ts';

const routes = [
  { kinds: ['GRPCRoute', 'HTTPRoute'], list: 'rules', field: 'matches' },
  { kinds: ['VirtualService'], list: 'http', field: 'match' },
];

/** What a changed object selects of a key or host that tenants can share. A new object is reviewed as a whole. */
export const partsOfOthers: readonly Omit<SensitiveField, 'risk'>[] = [
  ...routes.flatMap(({ kinds, list, field }) => [
    {
      kinds,
      path: ['spec', list, '*'],
      isSensitive: isChanged((rule) => listAt(rule, field).length === 0),
      why: () => 'a rule matches every request to its hosts',
    },
    {
      kinds,
      path: ['spec', list, '*', field, '*'],
      isSensitive: isChanged(isPresent),
      why: (match: unknown) => `a rule matches ${JSON.stringify(match)}`,
    },
  ]),
  ...[
    { kinds: ['VirtualService'], path: ['spec', 'gateways', '*'] },
    { kinds: ['HTTPProxy'], path: ['spec', 'ingressClassName'] },
  ].map((field) => ({
    ...field,
    isSensitive: isChanged(isPresent),
    why: (name: unknown) => `requests come through ${asText(name)}`,
  })),
  {
    kinds: ['PushSecret'],
    path: ['spec', 'data', '*', 'match', 'remoteRef'],
    isSensitive: isChanged(isPresent),
    why: (remote) => `it writes ${entryOf(remote)} of key ${textAt(remote, 'remoteKey')}`,
  },
  ...[
    ['spec', 'data', '*', 'remoteRef'],
    ['spec', 'dataFrom', '*', 'extract'],
  ].map((path) => ({
    kinds: ['ExternalSecret'],
    path,
    isSensitive: isChanged(isPresent),
    why: (remote: unknown) => `it reads ${entryOf(remote)} of key ${textAt(remote, 'key')}`,
  })),
];

function isChanged(isSensitive: (value: unknown) => boolean): SensitiveField['isSensitive'] {
  return (value, { old }) => old !== undefined && isSensitive(value);
}

function entryOf(remote: unknown): string {
  const property = valueAt(remote, 'property');
  return typeof property === 'string' && property !== '' ? `entry ${property}` : 'every entry';
}
