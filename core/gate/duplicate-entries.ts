import { asText } from '../../data/as-text.ts';
import { own } from '../../data/own.ts';
import { isMapping, listAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { type ContainerAt, containersOf, hasPodPath, podsOf } from '../../kubernetes/pod-security/pods.ts';
import { formatPath } from '../problem/problem.ts';

/**
 * A list whose entries must have unique keys. A key consists of the values of the fields in `keys`, or of the whole entry if
 * `keys` is empty.
 */
export interface KeyedList {
  readonly path: Path;
  readonly keys: readonly string[];
  /** Whether the API server has no default for the fields in `keys`. */
  readonly requiresKeys?: true;
}

/** The lists in every object. */
export const metadataLists: readonly KeyedList[] = [
  { path: ['metadata', 'finalizers'], keys: [] },
  { path: ['metadata', 'ownerReferences'], keys: ['uid'] },
];

/** The lists in an object of a kind. */
export const kindLists: Readonly<Record<string, readonly KeyedList[]>> = {
  Service: [{ path: ['spec', 'ports'], keys: ['port', 'protocol'] }],
  ServiceAccount: [{ path: ['secrets'], keys: ['name'], requiresKeys: true }],
};

/** The lists in a pod, except for those in its containers. */
export const podLists: readonly KeyedList[] = [
  ...metadataLists,
  { path: ['spec', 'hostAliases'], keys: ['ip'] },
  { path: ['spec', 'imagePullSecrets'], keys: ['name'] },
  { path: ['spec', 'resourceClaims'], keys: ['name'] },
  { path: ['spec', 'schedulingGates'], keys: ['name'] },
  { path: ['spec', 'topologySpreadConstraints'], keys: ['topologyKey', 'whenUnsatisfiable'] },
  { path: ['spec', 'volumes'], keys: ['name'] },
];

/** The lists in a container. */
export const containerLists: readonly KeyedList[] = [
  { path: ['env'], keys: ['name'] },
  { path: ['ports'], keys: ['containerPort', 'protocol'] },
  { path: ['resources', 'claims'], keys: ['name'] },
  { path: ['volumeDevices'], keys: ['devicePath'] },
  { path: ['volumeMounts'], keys: ['mountPath'] },
];

/** Values of keys that an entry of any kind omits. */
const customDefaults: Tree = { protocol: 'TCP' };

/** Values of keys that an entry of a built-in kind omits. They are those of the API server and Argo CD. */
const defaults: Tree = {
  ...customDefaults,
  containerPort: 0,
  devicePath: '',
  ip: '',
  mountPath: '',
  name: '',
  port: 0,
  topologyKey: '',
  uid: '',
  whenUnsatisfiable: '',
};

interface DuplicateProblem {
  readonly code: 'conflicting-fields' | 'missing-field' | 'wrong-type';
  readonly message: string;
  readonly fix: string;
}

/**
 * The first list in which two entries have the same key, or in which an entry has no key. The API server stores some of these,
 * but server-side apply rejects the object, and Argo CD then compares no object of the Application [sources: argocd-53].
 */
export function duplicateProblem(object: Tree): DuplicateProblem | undefined {
  const kind = groupKind(groupOf(asText(object['apiVersion'])), asText(object['kind']));
  const lists = [...metadataLists, ...(own(kindLists, kind) ?? [])];
  return (
    duplicateIn(object, lists, [], defaults) ?? duplicateInPods(object, hasPodPath(object) ? defaults : customDefaults)
  );
}

function duplicateInPods(object: Tree, omitted: Tree): DuplicateProblem | undefined {
  for (const { path, pod } of podsOf(object)) {
    const found = duplicateIn(pod, podLists, path, omitted) ?? duplicateInContainers(containersOf(pod), path, omitted);
    if (found) return found;
  }
  return undefined;
}

function duplicateInContainers(
  containers: readonly ContainerAt[],
  pod: Path,
  omitted: Tree,
): DuplicateProblem | undefined {
  const repeated = repeatedKey(
    containers.map(({ container }) => container),
    ['name'],
    omitted,
  );
  if (repeated !== undefined) return duplicate(`two containers with ${repeated}`, [...pod, 'spec']);
  for (const { path, container } of containers) {
    const found = duplicateIn(container, containerLists, [...pod, ...path], omitted);
    if (found) return found;
  }
  return undefined;
}

function duplicateIn(tree: Tree, lists: readonly KeyedList[], at: Path, omitted: Tree): DuplicateProblem | undefined {
  for (const { path, keys, requiresKeys } of lists) {
    const [entries, list] = [listAt(tree, ...path), [...at, ...path]];
    if (keys.length > 0 && !entries.every(isMapping)) return notMapping(list);
    const missing = requiresKeys && keys.find((key) => entries.some((entry) => valueAt(entry, key) === undefined));
    if (missing !== undefined) return missingKey(missing, list);
    const repeated = repeatedKey(entries, keys, omitted);
    if (repeated !== undefined) return duplicate(`two entries with ${repeated}`, list);
  }
  return undefined;
}

function duplicate(entries: string, list: Path): DuplicateProblem {
  return { code: 'conflicting-fields', message: messageOf(entries, list), fix: 'remove or change one of them' };
}

function notMapping(list: Path): DuplicateProblem {
  return { code: 'wrong-type', message: messageOf('an entry that is not a mapping', list), fix: 'remove the entry' };
}

function missingKey(key: string, list: Path): DuplicateProblem {
  return {
    code: 'missing-field',
    message: messageOf(`an entry without ${key}`, list),
    fix: `set ${key}, or remove the entry`,
  };
}

function messageOf(entries: string, list: Path): string {
  return `has ${entries} in ${formatPath(list)}, so server-side apply and the comparison of Argo CD reject it`;
}

/** Describes the first key that an earlier entry already has. */
function repeatedKey(entries: readonly unknown[], keys: readonly string[], omitted: Tree): string | undefined {
  if (entries.length < 2) return undefined;
  const seen = new Set<string>();
  for (const entry of entries) {
    const key = keys.length === 0 ? `the value ${JSON.stringify(entry)}` : keyOf(entry, keys, omitted);
    if (key !== undefined && seen.has(key)) return key;
    if (key !== undefined) seen.add(key);
  }
  return undefined;
}

/** Undefined for an entry that lacks a key without a default. */
function keyOf(entry: unknown, keys: readonly string[], omitted: Tree): string | undefined {
  const values = keys.map((key) => [key, valueAt(entry, key) ?? omitted[key]] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return values.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(' and ');
}
