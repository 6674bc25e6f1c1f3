import { asText } from '../../data/as-text.ts';
import { listAt, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { syncOptionsAnnotation } from '../../kubernetes/argocd-annotations.ts';
import { podsOf } from '../../kubernetes/pod-security/pods.ts';
import { anyHostFields } from './any-host.ts';
import { applicationFields } from './application-fields.ts';
import type { ObjectPair, RiskFinding } from './change.ts';
import { isKnownKind } from './known-kinds.ts';
import { partsOfOthers } from './parts-of-others.ts';
import { isPresent, type SensitiveField } from './sensitive-field.ts';
import { newItems } from './tree.ts';
import { weakeningFields } from './weakening-fields.ts';

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

/** The values at a path. Contains undefined if the last field is absent. */
function valuesAt(node: unknown, path: readonly string[]): readonly unknown[] {
  const star = path.indexOf('*');
  if (star < 0) return [valueAt(node, ...path)];
  return listAt(node, ...path.slice(0, star)).flatMap((item) => valuesAt(item, path.slice(star + 1)));
}

/**
 * The name of a volume, and the types of volumes with data from the cluster or data that the namespace is allowed to
 * read. `gainedPrivileges` reports the type hostPath.
 */
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

/** The ServiceAccount of a pod. The API server also reads the former name of the field. */
function accountOf(spec: unknown): string {
  return textAt(spec, 'serviceAccountName') || textAt(spec, 'serviceAccount');
}

const accessFields: readonly Omit<SensitiveField, 'risk'>[] = [
  {
    kinds: 'pods',
    path: ['spec'],
    isSensitive: (spec, { id, context }) =>
      !['', 'default'].includes(accountOf(spec)) && !context.addsAccount(id.namespace, accountOf(spec)),
    why: (spec) => `pods have the permissions of ServiceAccount ${accountOf(spec)}`,
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
    kinds: ['Secret'],
    path: ['metadata', 'labels', 'argocd.argoproj.io/secret-type'],
    isSensitive: isPresent,
    why: (type) => `Argo CD reads the Secret as a ${asText(type)}`,
  },
  {
    kinds: ['Service'],
    path: ['spec', 'externalName'],
    isSensitive: isPresent,
    why: (name) => `the Service resolves to ${asText(name)}`,
  },
  ...anyHostFields,
  ...partsOfOthers,
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
    why: () => 'a search can read any secret in the store',
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
    why: (entity: unknown) => `the policy allows traffic from or to the Cilium entity ${asText(entity)}`,
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

const kindsWithData: ReadonlySet<string> = new Set([
  'CustomResourceDefinition',
  'Namespace',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StatefulSet',
]);

const fields: readonly SensitiveField[] = [
  ...accessFields.map((field) => ({ ...field, risk: 'access-widened' as const })),
  ...applicationFields,
  ...weakeningFields,
  {
    kinds: 'all',
    path: ['metadata', 'annotations', syncOptionsAnnotation],
    isSensitive: (options, { id }) =>
      (kindsWithData.has(id.kind) || !isKnownKind(id)) &&
      /\b(?:Replace|Force)\s*=\s*true\b/.test(asText(options ?? '')),
    risk: 'data-loss',
    why: () => 'Argo CD can delete the object and create it again',
  },
];
