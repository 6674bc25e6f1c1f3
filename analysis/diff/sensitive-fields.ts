import { asText } from '../../data/as-text.ts';
import { listAt, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { syncOptionsAnnotation } from '../../kubernetes/argocd-annotations.ts';
import { podsOf } from '../../kubernetes/pod-security/pods.ts';
import type { ObjectPair, RiskFinding } from './change.ts';
import { newItems } from './tree.ts';

/** A field that widens access or can lose data. `*` in the path matches every item of a list. */
interface SensitiveField {
  /** The kinds that have the field. `pods` refers to the pods of every kind. */
  readonly kinds: readonly string[] | 'pods' | 'all';
  readonly path: readonly string[];
  readonly isSensitive: (value: unknown, pair: ObjectPair) => boolean;
  readonly risk: RiskFinding['risk'];
  readonly why: (value: unknown) => string;
  /** True for fields that objects of a new tenant usually contain. */
  readonly isUsual?: boolean;
}

/** Finds sensitive values that the old object does not have. An absent object has none. */
export function sensitiveFields(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now, tenants, context } = pair;
  if (!now) return [];
  const isAdded = !old && context.isAddedTenant(tenants.now ?? '');
  return fields
    .filter(({ kinds, isUsual }) => (typeof kinds === 'string' || kinds.includes(id.kind)) && !(isUsual && isAdded))
    .flatMap((field) => gained(field, pair, now));
}

function gained(field: SensitiveField, pair: ObjectPair, now: Tree): readonly RiskFinding[] {
  const before = pair.old ? clauses(field, pair, pair.old) : [];
  const after = newItems(before, clauses(field, pair, now)).map(String);
  return [...new Set(after)].map((why) => ({ risk: field.risk, why }));
}

function clauses({ kinds, path, isSensitive, why }: SensitiveField, pair: ObjectPair, object: Tree): readonly string[] {
  const roots = kinds === 'pods' ? podsOf(object).map(({ pod }) => pod) : [object];
  const values = roots.flatMap((root) => valuesAt(root, path));
  return values.filter((value) => isSensitive(value, pair)).map(why);
}

/** The values at a path. Undefined for an absent last field. */
function valuesAt(node: unknown, path: readonly string[]): readonly unknown[] {
  const star = path.indexOf('*');
  if (star < 0) return [valueAt(node, ...path)];
  return listAt(node, ...path.slice(0, star)).flatMap((item) => valuesAt(item, path.slice(star + 1)));
}

const isPresent = (value: unknown) => value !== undefined && value !== null;
const isAnyHost = (value: unknown) => asText(value ?? '') === '' || asText(value).startsWith('*');

/** Types of volumes with data from the cluster or data that the namespace is allowed to read. */
const localVolumes: ReadonlySet<string> = new Set([
  'name',
  'configMap',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'hostPath',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

function otherVolume(volume: unknown): string | undefined {
  return Object.keys(mappingAt(volume)).find((type) => !localVolumes.has(type));
}

const accessFields: readonly Omit<SensitiveField, 'risk'>[] = [
  {
    kinds: 'pods',
    path: ['spec', 'serviceAccountName'],
    isSensitive: (name, { id, context }) =>
      !['', 'default'].includes(asText(name ?? '')) && !context.addsAccount(id.namespace, asText(name)),
    why: (name) => `pods have the permissions of ServiceAccount ${asText(name)}`,
    isUsual: true,
  },
  {
    kinds: 'pods',
    path: ['spec', 'volumes', '*'],
    isSensitive: (volume) => otherVolume(volume) !== undefined,
    why: (volume) => `volume ${textAt(volume, 'name')} is of type ${otherVolume(volume)}`,
  },
  {
    kinds: ['Secret'],
    path: ['type'],
    isSensitive: (type) => type === 'kubernetes.io/service-account-token',
    why: () => 'the Secret contains a token of a ServiceAccount',
  },
  {
    kinds: ['Service'],
    path: ['spec', 'externalName'],
    isSensitive: isPresent,
    why: (name) => `the Service resolves to ${asText(name)}`,
  },
  {
    kinds: ['Ingress'],
    path: ['spec', 'rules', '*', 'host'],
    isSensitive: isAnyHost,
    why: (host) => `the Ingress receives the requests for ${host ? `every host of ${asText(host)}` : 'every host'}`,
  },
  {
    kinds: ['Ingress'],
    path: ['spec', 'defaultBackend'],
    isSensitive: isPresent,
    why: () => 'the Ingress receives the requests for hosts that no other Ingress has',
  },
  {
    kinds: ['HTTPRoute', 'GRPCRoute', 'TLSRoute'],
    path: ['spec', 'hostnames', '*'],
    isSensitive: isAnyHost,
    why: (host) => `the route receives the requests for every host of ${asText(host)}`,
  },
  ...(
    [
      ['spec', 'secretStoreRef'],
      ['spec', 'data', '*', 'sourceRef', 'storeRef'],
      ['spec', 'dataFrom', '*', 'sourceRef', 'storeRef'],
    ] as const
  ).map((path) => ({
    kinds: ['ExternalSecret'],
    path,
    isSensitive: isPresent,
    why: (store: unknown) => `secrets come from the store ${textAt(store, 'kind')} ${textAt(store, 'name')}`,
    isUsual: true,
  })),
  {
    kinds: ['ExternalSecret'],
    path: ['spec', 'dataFrom', '*', 'find'],
    isSensitive: isPresent,
    why: () => 'a search can read any secret of the store',
  },
  {
    kinds: 'all',
    path: ['metadata', 'finalizers', '*'],
    isSensitive: isPresent,
    why: (name) => `the finalizer ${asText(name)} decides when the object can be deleted`,
  },
  {
    kinds: ['ClusterRole'],
    path: ['metadata', 'labels'],
    isSensitive: (labels) => aggregations(labels).length > 0,
    why: (labels) => `the rules become part of other roles: ${aggregations(labels).join(', ')}`,
  },
  ...ciliumPaths().map((path) => ({
    kinds: ['CiliumNetworkPolicy', 'CiliumClusterwideNetworkPolicy'],
    path,
    isSensitive: isPresent,
    why: (entity: unknown) => `the policy allows traffic of ${asText(entity)}`,
  })),
];

function aggregations(labels: unknown): readonly string[] {
  const prefix = 'rbac.authorization.k8s.io/aggregate-to-';
  const names = Object.entries(mappingAt(labels)).filter(([key, value]) => key.startsWith(prefix) && value === 'true');
  return names.map(([key]) => key.slice(prefix.length));
}

/** The fields of Cilium policies that name groups of peers, such as `all` or `world`. */
function ciliumPaths(): readonly (readonly string[])[] {
  return [['spec'], ['specs', '*']].flatMap((spec) => [
    [...spec, 'ingress', '*', 'fromEntities', '*'],
    [...spec, 'egress', '*', 'toEntities', '*'],
  ]);
}

const fields: readonly SensitiveField[] = [
  ...accessFields.map((field) => ({ ...field, risk: 'access-widened' as const })),
  {
    kinds: ['CustomResourceDefinition', 'Namespace', 'PersistentVolume', 'PersistentVolumeClaim', 'StatefulSet'],
    path: ['metadata', 'annotations', syncOptionsAnnotation],
    isSensitive: (options) => /\b(?:Replace|Force)\s*=\s*true\b/.test(asText(options ?? '')),
    risk: 'data-loss',
    why: () => 'Argo CD can delete the object and create it again',
  },
];
