import type { AdmissionRequest } from '../../admission/request.ts';
import { listAt, type Tree, textAt, textEntriesAt, textsAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import { compileRe2 } from '../../kubernetes/re2.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

type Rejects = (request: AdmissionRequest) => boolean;

/** A list of classes or registries of a Tenant, and the classes of the cluster. */
export interface AllowedList {
  readonly given: Tree;
  readonly classes: readonly ExportedObject[];
  /** The names of matching classes that the export does not contain. */
  readonly matching: readonly string[];
}

/** Returns a function that matches a Capsule expression anywhere in a string. An empty or invalid one matches nothing. */
export function matcherOf(pattern: string): (text: string) => boolean {
  const compiled = pattern === '' ? undefined : compileRe2(pattern);
  return (text) => compiled !== undefined && 're2' in compiled && compiled.re2.test(text);
}

export function isSelecting({ given }: AllowedList): boolean {
  return ['matchLabels', 'matchExpressions'].some((field) => Object.keys(Object(valueAt(given, field))).length > 0);
}

/** True if the list contains the name, or if its expression or selector matches the class. */
export function isListed(name: string, list: AllowedList): boolean {
  const { given, classes, matching } = list;
  const selector = readSelector({ matchLabels: given['matchLabels'], matchExpressions: given['matchExpressions'] });
  const selected = classes.some(
    (one) =>
      one.name === name &&
      selector !== undefined &&
      selects(selector, Object.fromEntries(textEntriesAt(one.body, 'metadata', 'labels'))),
  );
  return (
    textsAt(given, 'allowed').includes(name) ||
    matching.includes(name) ||
    matcherOf(textAt(given, 'allowedRegex'))(name) ||
    (isSelecting(list) && selected)
  );
}

interface ClassField {
  readonly resource: string;
  /**
   * The class that the object sets, or the default class that Capsule fills in. Undefined if both are absent. A pod without a
   * class has the empty name.
   */
  readonly nameOf: (object: unknown, defaultClass: string | undefined) => string | undefined;
}

const classFields: Readonly<Record<string, ClassField>> = {
  'storage classes': {
    resource: 'persistentvolumeclaims',
    nameOf: (claim, defaultClass) => textOf(valueAt(claim, 'spec', 'storageClassName')) ?? defaultClass,
  },
  'ingress classes': {
    resource: 'ingresses',
    nameOf: (ingress, defaultClass) =>
      textOf(valueAt(ingress, 'spec', 'ingressClassName')) ??
      textOf(valueAt(ingress, 'metadata', 'annotations', 'kubernetes.io/ingress.class')) ??
      defaultClass,
  },
  'priority classes': { resource: 'pods', nameOf: (pod) => textAt(pod, 'spec', 'priorityClassName') },
  'runtime classes': { resource: 'pods', nameOf: (pod) => textAt(pod, 'spec', 'runtimeClassName') },
  'gateway classes': {
    resource: 'gateways',
    nameOf: (gateway, defaultClass) => textAt(gateway, 'spec', 'gatewayClassName') || defaultClass,
  },
};

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * Simulates Capsule's webhook for a rule on classes [sources: capsule-6]. Returns undefined if the render has no rule for
 * these classes.
 */
export function classWebhook(rule: string, list: AllowedList): Rejects | undefined {
  const { resource: checked, nameOf } = classFields[rule] ?? {};
  if (!nameOf) return undefined;
  const defaultClass = textAt(list.given, 'default');
  const mayBeAbsent = rule === 'priority classes' || rule === 'runtime classes';
  const isOpen = rule === 'runtime classes' && !isSelecting(list);
  return ({ resource, object }) => {
    if (resource !== checked) return false;
    const name = nameOf(object, defaultClass === '' ? undefined : defaultClass);
    if (name === undefined) return true;
    if (isOpen || (mayBeAbsent && name === '')) return false;
    // Without a default, the empty name counts as the default.
    return name !== defaultClass && !isListed(name, list);
  };
}

/**
 * Simulates Capsule's webhook for registries. It compares the part before the first slash and rejects images without a
 * slash [sources: capsule-4].
 */
export function registryWebhook(list: AllowedList): Rejects {
  return (request) =>
    containersOf(request)
      .map((container) => /^(?:([a-zA-Z0-9._-]+(?::[0-9]+)?)\/)?/.exec(textAt(container, 'image'))?.[1] ?? '')
      .some((registry) => registry === '' || !isListed(registry, list));
}

/** Simulates Capsule's webhook for pull policies. It ignores case. */
export function pullPolicyWebhook(policies: readonly string[]): Rejects {
  const allowed = policies.map((policy) => policy.toLowerCase());
  return (request) =>
    containersOf(request).some((container) => !allowed.includes(textAt(container, 'imagePullPolicy').toLowerCase()));
}

/** The containers of a pod. Empty for other objects. */
function containersOf({ resource, object }: AdmissionRequest): readonly unknown[] {
  const lists = resource.split('/')[0] === 'pods' ? ['initContainers', 'ephemeralContainers', 'containers'] : [];
  return lists.flatMap((list) => listAt(object, 'spec', list));
}
