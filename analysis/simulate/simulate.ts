import { violationsOf } from '../../admission/evaluate.ts';
import { tenantLabel } from '../../admission/metadata-keys.ts';
import type { Mode } from '../../admission/policy.ts';
import { addToGroup } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import { type Tree, textAt, textEntriesAt } from '../../data/tree.ts';
import { formatId, type ObjectId, readId } from '../../kubernetes/object-id.ts';
import type { Comparable } from '../diff/change.ts';
import { treeOf } from '../diff/tree.ts';
import { type CreateRequest, controllerOf, createRequests } from './create-requests.ts';
import { type EnforcedRule, enforcedRules } from './enforced-rules.ts';

/** An existing object that a rule would reject today. */
export interface Rejection {
  readonly rule: string;
  /** `deny` rejects the object. The other modes report it. */
  readonly mode: Mode;
  /** The message of the API server. */
  readonly message: string;
  readonly id: ObjectId;
  readonly tenant: string;
  /** The rejected request: for the object itself, or for a pod or claim that its controller creates. */
  readonly request: CreateRequest;
}

/**
 * The existing objects that rendered rules would reject if an account without an exemption created them again, sorted by
 * namespace. Reads each Namespace from the render, or from the cluster if another repository renders it. Rendered objects are
 * exempt from rules that exempt the platform, because the platform creates them. Omits an object with the same message as its
 * controller.
 */
export function simulate(rendered: readonly Comparable[], existing: readonly Tree[]): readonly Rejection[] {
  return simulateIn(enforcementOf(rendered), existing);
}

/** What a render decides about existing objects. Compute it once for several simulations. */
export interface Enforcement {
  readonly rules: readonly EnforcedRule[];
  /** The rendered namespaces by name. */
  readonly namespaces: ReadonlyMap<string, Tree>;
  /** The keys of the rendered objects. */
  readonly own: ReadonlySet<string>;
}

export function enforcementOf(rendered: readonly Comparable[]): Enforcement {
  const trees = rendered.filter(({ id }) => id.group === '' && id.kind === 'Namespace').map(treeOf);
  const own = new Set(rendered.map(({ id }) => formatId(id)));
  return { rules: enforcedRules(rendered), namespaces: byName(trees), own };
}

export function simulateIn({ rules, namespaces, own }: Enforcement, existing: readonly Tree[]): readonly Rejection[] {
  if (rules.length === 0) return [];
  const others = byName(existing.filter(({ kind }) => kind === 'Namespace'));
  const found = existing.flatMap((object) => {
    const id = readId(object);
    const name = textAt(object, 'metadata', 'namespace');
    const namespace = namespaces.get(name) ?? others.get(name);
    if (!id || !namespace) return [];
    const applied = own.has(formatId(id)) ? rules.filter(({ rule }) => rule.exempts !== 'platform') : rules;
    return rejectionsOf(object, { id, namespace, rules: applied });
  });
  return withoutControlled(found, existing).toSorted(byPlace);
}

interface Place {
  readonly id: ObjectId;
  readonly namespace: Tree;
  readonly rules: readonly EnforcedRule[];
}

function rejectionsOf(object: Tree, { id, namespace, rules }: Place): readonly Rejection[] {
  const labels = Object.fromEntries(textEntriesAt(namespace, 'metadata', 'labels'));
  const tenant = labels[tenantLabel] ?? '';
  const all = createRequests(object).flatMap((request) =>
    rules.flatMap(({ rule, modeIn }) => {
      const mode = modeIn(labels);
      const admission = { ...request, operation: 'CREATE', namespaceObject: namespace, oldObject: undefined } as const;
      const found =
        mode === undefined ? [] : violationsOf([rule], { ...admission, user: { username: '', groups: [] } });
      return found.map(({ message }) => ({ rule: rule.id, mode: mode as Mode, message, id, tenant, request }));
    }),
  );
  const known = new Set<string>();
  return all.filter(({ message }) => known.size < known.add(message).size);
}

function byName(objects: readonly Tree[]): ReadonlyMap<string, Tree> {
  return new Map(objects.map((object) => [textAt(object, 'metadata', 'name'), object]));
}

/** The namespaces of existing objects that `simulate` does not check, because neither side contains the Namespace. */
export function uncheckedNamespaces(rendered: readonly Comparable[], existing: readonly Tree[]): readonly string[] {
  const isNamespace = ({ id }: Comparable) => id.group === '' && id.kind === 'Namespace';
  const others = byName(existing.filter(({ kind }) => kind === 'Namespace'));
  const known = new Set([...rendered.filter(isNamespace).map(({ id }) => id.name), ...others.keys()]);
  const names = new Set(existing.map((object) => textAt(object, 'metadata', 'namespace')));
  return [...names].filter((name) => name !== '' && !known.has(name)).sort(compare);
}

/** Omits an object if its controller has the same message, such as a pod of a Deployment. */
function withoutControlled(found: readonly Rejection[], existing: readonly Tree[]): readonly Rejection[] {
  const byUid = new Map(existing.map((object) => [textAt(object, 'metadata', 'uid'), object]));
  const byId = new Map(existing.map((object) => [keyOf(readId(object)), object]));
  const messages = new Set(found.map(({ id, message }) => `${keyOf(id)}\n${message}`));
  return found.filter(({ id, message }) => {
    const object = byId.get(keyOf(id));
    const controllers = object ? controllersOf(object, byUid) : [];
    return !controllers.some((one) => messages.has(`${keyOf(readId(one))}\n${message}`));
  });
}

function keyOf(id: ObjectId | undefined): string {
  return id ? formatId(id) : '';
}

/** The kinds of objects that the controllers of Kubernetes create, with the kinds of their owners. */
const ownerKinds: Readonly<Record<string, readonly string[]>> = {
  Job: ['CronJob'],
  PersistentVolumeClaim: ['Pod', 'StatefulSet'],
  Pod: ['DaemonSet', 'Job', 'ReplicaSet', 'ReplicationController', 'StatefulSet'],
  ReplicaSet: ['Deployment'],
};

/**
 * The controllers of an object, such as the Job and the CronJob of a pod. A tenant can name any object as the controller of
 * another. Therefore, considers only kinds that create such objects, in the same namespace. This also prevents an object from
 * being its own controller.
 */
function controllersOf(object: Tree, byUid: ReadonlyMap<string, Tree>): readonly Tree[] {
  const uid = controllerOf(object);
  const controller = uid === undefined ? undefined : byUid.get(uid);
  const isOwner =
    controller !== undefined &&
    ownerKinds[textAt(object, 'kind')]?.includes(textAt(controller, 'kind')) === true &&
    textAt(controller, 'metadata', 'namespace') === textAt(object, 'metadata', 'namespace');
  return isOwner ? [controller, ...controllersOf(controller, byUid)] : [];
}

function byPlace(a: Rejection, b: Rejection): number {
  return compare(a.id.namespace, b.id.namespace) || compare(formatId(a.id), formatId(b.id)) || compare(a.rule, b.rule);
}

/** The rejections that the earlier render does not have: another object, rule or value, or a stricter mode. */
export function newRejections(before: readonly Rejection[], after: readonly Rejection[]): readonly Rejection[] {
  const earlier = byValue(before);
  return after.filter((rejection) => {
    const now = partsOf(rejection);
    const [first = ''] = now.values;
    const same = earlier.get(now.clause)?.get(first) ?? [];
    return !same.some((old) => old.strictness >= now.strictness && [...now.values].every((one) => old.values.has(one)));
  });
}

/** The parts of a rejection that determine whether another rejection is new. */
interface Parts {
  /** The object, the rule and the clause. */
  readonly clause: string;
  readonly values: ReadonlySet<string>;
  readonly strictness: number;
}

function partsOf({ id, rule, message, mode }: Rejection): Parts {
  const at = message.lastIndexOf(': ');
  const clause = `${formatId(id)} ${rule} ${message.slice(0, at)}`;
  return { clause, values: new Set(message.slice(at + 2).split(', ')), strictness: strictness(mode) };
}

/** Rejections by clause, then by each of their values. */
function byValue(rejections: readonly Rejection[]): ReadonlyMap<string, ReadonlyMap<string, readonly Parts[]>> {
  const found = new Map<string, Map<string, Parts[]>>();
  for (const parts of rejections.map(partsOf)) {
    const group = found.get(parts.clause) ?? new Map<string, Parts[]>();
    found.set(parts.clause, group);
    for (const value of parts.values) addToGroup(group, value, parts);
  }
  return found;
}

function strictness(mode: Mode): number {
  return ['audit', 'warn', 'deny'].indexOf(mode);
}
