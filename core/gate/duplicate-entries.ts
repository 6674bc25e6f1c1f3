import { asText } from '../../data/as-text.ts';
import { own } from '../../data/own.ts';
import { listAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { type ContainerAt, containersOf, podsOf } from '../../kubernetes/pod-security/pods.ts';
import { formatPath } from '../problem/problem.ts';

/** A list in which each entry has another key: the values of fields, or the whole entry if there are no fields. */
export interface KeyedList {
  readonly path: Path;
  readonly keys: readonly string[];
}

/** The lists in every object. */
export const metadataLists: readonly KeyedList[] = [
  { path: ['metadata', 'finalizers'], keys: [] },
  { path: ['metadata', 'ownerReferences'], keys: ['uid'] },
];

/** The lists in an object of a kind. */
export const kindLists: Readonly<Record<string, readonly KeyedList[]>> = {
  Service: [{ path: ['spec', 'ports'], keys: ['port', 'protocol'] }],
  ServiceAccount: [{ path: ['secrets'], keys: ['name'] }],
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

/** The value of a key in an entry without it. */
const defaults: Tree = { protocol: 'TCP' };

interface DuplicateProblem {
  readonly code: 'conflicting-fields';
  readonly message: string;
  readonly fix: string;
}

/**
 * The first list in which two entries have the same key. The API server stores some of these, but server-side apply rejects the
 * object, and Argo CD then compares no object of the Application [sources: argocd-53].
 */
export function duplicateProblem(object: Tree): DuplicateProblem | undefined {
  const kind = groupKind(groupOf(asText(object['apiVersion'])), asText(object['kind']));
  return duplicateIn(object, [...metadataLists, ...(own(kindLists, kind) ?? [])], []) ?? duplicateInPods(object);
}

function duplicateInPods(object: Tree): DuplicateProblem | undefined {
  for (const { path, pod } of podsOf(object)) {
    const found = duplicateIn(pod, podLists, path) ?? duplicateInContainers(containersOf(pod), path);
    if (found) return found;
  }
  return undefined;
}

function duplicateInContainers(containers: readonly ContainerAt[], pod: Path): DuplicateProblem | undefined {
  const repeated = repeatedKey(
    containers.map(({ container }) => container),
    ['name'],
  );
  if (repeated !== undefined) return problem(`two containers with ${repeated}`, [...pod, 'spec']);
  for (const { path, container } of containers) {
    const found = duplicateIn(container, containerLists, [...pod, ...path]);
    if (found) return found;
  }
  return undefined;
}

function duplicateIn(tree: Tree, lists: readonly KeyedList[], at: Path): DuplicateProblem | undefined {
  for (const { path, keys } of lists) {
    const repeated = repeatedKey(listAt(tree, ...path), keys);
    if (repeated !== undefined) return problem(`two entries with ${repeated}`, [...at, ...path]);
  }
  return undefined;
}

function problem(entries: string, list: Path): DuplicateProblem {
  const message = `has ${entries} in ${formatPath(list)}, so server-side apply and the comparison of Argo CD reject it`;
  return { code: 'conflicting-fields', message, fix: 'remove or change one of them' };
}

/** A description of the first key that an earlier entry has too. */
function repeatedKey(entries: readonly unknown[], keys: readonly string[]): string | undefined {
  if (entries.length < 2) return undefined;
  const seen = new Set<string>();
  for (const entry of entries) {
    const key = keys.length === 0 ? `the value ${JSON.stringify(entry)}` : keyOf(entry, keys);
    if (key !== undefined && seen.has(key)) return key;
    if (key !== undefined) seen.add(key);
  }
  return undefined;
}

/** Undefined for an entry that lacks a field of the key, which the API server rejects for this reason. */
function keyOf(entry: unknown, keys: readonly string[]): string | undefined {
  const values = keys.map((key) => [key, valueAt(entry, key) ?? defaults[key]] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return values.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(' and ');
}
