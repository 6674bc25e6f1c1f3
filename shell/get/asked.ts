/** A sort of objects that may be asked for of one tenant, under the names that kubectl has for it. */
export interface Asked {
  readonly plural: string;
  readonly words: readonly string[];
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The field of a Tenant that lists the classes which it may use. */
export type ClassField = 'storageClasses' | 'ingressClasses' | 'podPriorityClasses';

export interface AskedClass extends Asked {
  readonly field: ClassField;
}

export const namespaces: Asked = {
  plural: 'namespaces',
  words: ['namespace', 'ns'],
  group: '',
  version: 'v1',
  kind: 'Namespace',
};

export const quotas: Asked = {
  plural: 'quotas',
  words: ['quota'],
  group: 'tenantoperator.stakater.com',
  version: 'v1beta1',
  kind: 'Quota',
};

export const classes: readonly AskedClass[] = [
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

export const askedOfTenants: readonly (Asked | AskedClass)[] = [namespaces, quotas, ...classes];

/** What a word means, in the plural or not, in any case; undefined for another word. */
export function readAsked(word: string): Asked | AskedClass | undefined {
  const lower = word.toLowerCase();
  return askedOfTenants.find(({ plural, words }) => plural === lower || words.includes(lower));
}

/** `storageclass.storage.k8s.io/fast`, as `kubectl get -o name` has it. */
export function idOf({ group, kind }: Pick<Asked, 'group' | 'kind'>, name: string): string {
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${name}`;
}

export function apiVersionOf({ group, version }: Asked): string {
  return group === '' ? version : `${group}/${version}`;
}
