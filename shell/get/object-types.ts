import { groupVersion } from '../../kubernetes/api-version.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { clusterQuota } from '../../leasehold.ts';

/** A type of objects that `get` lists for one tenant, with the names that kubectl uses for it. */
export interface ObjectType {
  readonly plural: string;
  readonly words: readonly string[];
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The field of a Tenant that lists the classes that the tenant can use. */
export type ClassField = 'storageClasses' | 'ingressClasses' | 'podPriorityClasses';

export interface TenantClass extends ObjectType {
  readonly field: ClassField;
}

export const namespaces: ObjectType = {
  plural: 'namespaces',
  words: ['namespace', 'ns'],
  group: '',
  version: 'v1',
  kind: 'Namespace',
};

export const quotas: ObjectType = {
  ...groupVersion(clusterQuota.apiVersion),
  plural: clusterQuota.plural,
  words: ['quota'],
  kind: clusterQuota.kind,
};

export const classes: readonly TenantClass[] = [
  {
    plural: 'storageclasses',
    words: ['storageclass', 'sc'],
    group: 'storage.k8s.io',
    version: 'v1',
    kind: 'StorageClass',
    field: 'storageClasses',
  },
  {
    plural: 'ingressclasses',
    words: ['ingressclass'],
    group: 'networking.k8s.io',
    version: 'v1',
    kind: 'IngressClass',
    field: 'ingressClasses',
  },
  {
    plural: 'priorityclasses',
    words: ['priorityclass', 'pc'],
    group: 'scheduling.k8s.io',
    version: 'v1',
    kind: 'PriorityClass',
    field: 'podPriorityClasses',
  },
];

export const objectTypes: readonly (ObjectType | TenantClass)[] = [namespaces, quotas, ...classes];

/** The type for a word, singular, plural or abbreviated, ignoring case; undefined for an unknown word. */
export function objectTypeNamed(word: string): ObjectType | TenantClass | undefined {
  const lower = word.toLowerCase();
  return objectTypes.find(({ plural, words }) => plural === lower || words.includes(lower));
}

/** `storageclass.storage.k8s.io/fast`, as `kubectl get -o name` prints it. */
export function idOf({ group, kind }: Pick<ObjectType, 'group' | 'kind'>, name: string): string {
  return `${groupKind(group, kind.toLowerCase())}/${name}`;
}
