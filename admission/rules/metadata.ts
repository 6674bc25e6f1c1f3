import { mappingAt, type Tree } from '../../data/tree.ts';
import { annotationList, hasAnnotation, listLiteral } from '../cel.ts';
import { differs } from '../changed-fields.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import { type ContentClause, type Rule, writes } from '../rule.ts';

const matchesItem = (item: string, text: string) =>
  `(${item}.endsWith('*') ? ${text}.startsWith(${item}.substring(0, ${item}.size() - 1)) : ${text} == ${item})`;

const annotationsOf = (object: string) => `${object}.metadata.?annotations.orValue({})`;

const maximum: Maximum = {
  what: 'labels and annotations',
  count: 1000,
  cel: (object) => `['labels', 'annotations'].map(f, ${object}.metadata[?f].orValue({}).size()).sum()`,
  find: (object) => keysOf(object).length,
  fields: [
    ['metadata', 'labels'],
    ['metadata', 'annotations'],
  ],
};

/** Objects that were allowed before stay valid as long as the key keeps its value. */
const changes: ContentClause['changes'] = {
  cel: `value.startsWith('label ') ? object.metadata.labels[value.substring(6)] != oldObject.metadata.labels[value.substring(6)]
  : object.metadata.annotations[value.substring(11)] != oldObject.metadata.annotations[value.substring(11)]`,
  test: (value, request) => {
    const [map, key] = value.startsWith('label ') ? ['labels', value.slice(6)] : ['annotations', value.slice(11)];
    return differs(request, 'metadata', map, key);
  },
};

/** An item is `label <key>` or `annotation <key>`. A trailing `*` matches any suffix. */
const denied: ContentClause = {
  message: `keys that ${keys.denyMetadata} lists`,
  cel: (object) => `(${object}.metadata.?labels.orValue({}).map(k, 'label ' + k)
  + ${annotationsOf(object)}.map(k, 'annotation ' + k))
  .filter(k, variables.denied.exists(d, ${matchesItem('d', 'k')}))`,
  find: (object, request) => {
    const items = listIn(request, keys.denyMetadata) ?? [];
    return keysOf(object).filter((key) => items.some((item) => matches(item, key)));
  },
  changes,
};

/**
 * Shared proxies and controllers read the annotations of these objects. The rules cannot know all of these annotations, so they
 * can allow only listed ones.
 */
const readByProxies = ['ingresses', 'services'];

/** Keys of Argo CD and kubectl, which do not configure a proxy. */
const common = ['argocd.argoproj.io/*', 'kubectl.kubernetes.io/*'];

const isReadByProxies = `request.resource.resource in ${listLiteral(readByProxies)}`;

/** An item is a key. A trailing `*` matches any suffix. */
const unlisted: ContentClause = {
  message: `annotations that ${keys.annotations} does not list`,
  cel: (object) => `!${hasAnnotation(keys.annotations)} || !(${isReadByProxies}) ? []
  : ${annotationsOf(object)}.map(k, k).filter(k, !variables.allowed.exists(d, ${matchesItem('d', 'k')})).map(k, 'annotation ' + k)`,
  find: (object, request) => {
    const listed = listIn(request, keys.annotations);
    if (!listed || !readByProxies.includes(request.resource)) return [];
    const found = Object.keys(mappingAt(object, 'metadata', 'annotations'));
    const isListed = (key: string) => [...listed, ...common].some((item) => matches(item, key));
    return found.filter((key) => !isListed(key)).map((key) => `annotation ${key}`);
  },
  changes,
};

export const metadata: Rule = {
  id: 'metadata',
  about:
    'Keys of labels and annotations of pods, Services, Ingresses, PersistentVolumeClaims, ConfigMaps and Secrets. Sidecars load ConfigMaps and Secrets by their labels.',
  targets: [
    {
      group: '',
      resources: ['configmaps', 'persistentvolumeclaims', 'pods', 'secrets', 'services'],
      operations: writes,
    },
    { group: 'networking.k8s.io', resources: ['ingresses'], operations: writes },
  ],
  scope: 'tenants',
  exempts: 'administrators',
  variables: {
    denied: annotationList(keys.denyMetadata),
    allowed: `${annotationList(keys.annotations)} + ${listLiteral(common)}`,
  },
  clauses: limited(maximum, [denied, unlisted]),
};

function keysOf(object: Tree): readonly string[] {
  const keysIn = (map: string) => Object.keys(mappingAt(object, 'metadata', map));
  return [...keysIn('labels').map((key) => `label ${key}`), ...keysIn('annotations').map((key) => `annotation ${key}`)];
}

function matches(item: string, key: string): boolean {
  return item.endsWith('*') ? key.startsWith(item.slice(0, -1)) : item === key;
}
