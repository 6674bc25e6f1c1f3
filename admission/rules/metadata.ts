import { mappingAt, type Tree } from '../../data/tree.ts';
import { annotationList } from '../cel.ts';
import { differs } from '../changed-fields.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

/** An item is `label <key>` or `annotation <key>`. A trailing `*` matches any suffix. */
export const metadata: Rule = {
  id: 'metadata',
  about: 'Keys of labels and annotations of pods, Services, Ingresses and PersistentVolumeClaims.',
  targets: [
    { group: '', resources: ['persistentvolumeclaims', 'pods', 'services'], operations: writes },
    { group: 'networking.k8s.io', resources: ['ingresses'], operations: writes },
  ],
  scope: 'tenants',
  exempts: 'administrators',
  variables: { denied: annotationList(keys.denyMetadata) },
  clauses: [
    {
      message: `keys that ${keys.denyMetadata} lists`,
      cel: (object) => `(${object}.metadata.?labels.orValue({}).map(k, 'label ' + k)
  + ${object}.metadata.?annotations.orValue({}).map(k, 'annotation ' + k))
  .filter(k, variables.denied.exists(d, d.endsWith('*') ? k.startsWith(d.substring(0, d.size() - 1)) : k == d))`,
      find: (object, request) => {
        const denied = listIn(request, keys.denyMetadata) ?? [];
        return keysOf(object).filter((key) => denied.some((item) => matches(item, key)));
      },
      changes: {
        cel: `value.startsWith('label ') ? object.metadata.labels[value.substring(6)] != oldObject.metadata.labels[value.substring(6)]
  : object.metadata.annotations[value.substring(11)] != oldObject.metadata.annotations[value.substring(11)]`,
        test: (value, request) => {
          const [map, key] = value.startsWith('label ') ? ['labels', value.slice(6)] : ['annotations', value.slice(11)];
          return differs(request, 'metadata', map, key);
        },
      },
    },
  ],
};

function keysOf(object: Tree): readonly string[] {
  const keysIn = (map: string) => Object.keys(mappingAt(object, 'metadata', map));
  return [...keysIn('labels').map((key) => `label ${key}`), ...keysIn('annotations').map((key) => `annotation ${key}`)];
}

function matches(item: string, key: string): boolean {
  return item.endsWith('*') ? key.startsWith(item.slice(0, -1)) : item === key;
}
