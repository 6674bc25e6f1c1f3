import type { AdmissionRequest } from '../../admission/request.ts';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { compileRe2 } from '../../kubernetes/re2.ts';

type Rejects = (request: AdmissionRequest) => boolean;

/** The names that a field of a Tenant allows and denies. Without allowed names, every name that is not denied is allowed. */
export interface StatedNames {
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
}

/** Returns the names that a request uses. Empty if the webhook does not check it. */
type NamesOf = (request: AdmissionRequest) => readonly string[];

/** The names that MTO's webhooks read, by the field of a Tenant [sources: mto-8]. */
export const namesIn = {
  storageClasses: ({ resource, object }) => (resource === 'persistentvolumeclaims' ? storageClass(object) : []),
  ingressClasses: ({ resource, object }) =>
    resource === 'ingresses' ? [textAt(object, 'spec', 'ingressClassName')] : [],
  podPriorityClasses: ({ resource, object }) =>
    resource === 'pods' ? [textAt(object, 'spec', 'priorityClassName')] : [],
  serviceAccounts: ({ resource, object }) =>
    resource === 'pods' ? [textAt(object, 'spec', 'serviceAccountName') || 'default'] : [],
  imageRegistries: (request) => containersOf(request).map((container) => registryOf(textAt(container, 'image'))),
} as const satisfies Readonly<Record<string, NamesOf>>;

/** Simulates the webhook for a field with lists of names. */
export function nameWebhook(field: keyof typeof namesIn, { allowed, denied }: StatedNames): Rejects {
  const isRejected = (name: string) => denied.includes(name) || (allowed.length > 0 && !allowed.includes(name));
  return (request) => namesIn[field](request).some(isRejected);
}

/**
 * The class of a claim. Without a class, MTO reads that of the named volume, which is not in the request. Without a
 * volume, it waits for the default class.
 */
function storageClass(claim: unknown): readonly string[] {
  const stated = valueAt(claim, 'spec', 'storageClassName');
  if (typeof stated === 'string') return [stated];
  const volume = textAt(claim, 'spec', 'volumeName');
  return volume === '' ? [] : [`class of volume ${volume}`];
}

/** The registry of an image. Empty for an image without a registry, which the container runtime completes. */
function registryOf(image: string): string {
  const [start = '', ...rest] = image.split('/');
  return rest.length > 0 && (/[.:]/.test(start) || start === 'localhost') ? start : '';
}

export interface StatedHosts {
  readonly allowed: readonly string[];
  readonly pattern: string;
  readonly denyWildcards: boolean;
}

/** Simulates the webhooks for hosts of Ingresses and Routes. An expression matches anywhere in the host. */
export function hostWebhook({ allowed, pattern, denyWildcards }: StatedHosts): Rejects {
  const compiled = pattern === '' ? undefined : compileRe2(pattern);
  const isOpen = allowed.length === 0 && pattern === '';
  const isMatched = (host: string) => compiled !== undefined && 're2' in compiled && compiled.re2.test(host);
  return (request) =>
    hostsOf(request).some(
      (host) => (denyWildcards && host.startsWith('*.')) || !(isOpen || allowed.includes(host) || isMatched(host)),
    );
}

function hostsOf({ resource, object }: AdmissionRequest): readonly string[] {
  if (resource === 'ingresses') return listAt(object, 'spec', 'rules').map((rule) => textAt(rule, 'host'));
  return resource === 'routes' ? [textAt(object, 'spec', 'host')] : [];
}

export const rejectsNodePorts: Rejects = ({ resource, object }) =>
  resource === 'services' && textAt(object, 'spec', 'type') === 'NodePort';

export const rejectsHostPorts: Rejects = (request) =>
  containersOf(request).some((container) =>
    listAt(container, 'ports').some((port) => Number(valueAt(port, 'hostPort') ?? 0) !== 0),
  );

function containersOf({ resource, object }: AdmissionRequest): readonly unknown[] {
  const lists = resource === 'pods' ? ['initContainers', 'ephemeralContainers', 'containers'] : [];
  return lists.flatMap((list) => listAt(object, 'spec', list));
}

/** The host names in an expression, such as `corp.io` in `\.corp\.io$`. */
export function hostsInPattern(pattern: string): readonly string[] {
  return (pattern.match(/(?:[a-z0-9-]+\\?\.)+[a-z]+/g) ?? []).map((host) => host.replaceAll('\\', ''));
}

/** The names in a field of a Tenant. */
export function statedNames(body: unknown, field: string): StatedNames {
  return { allowed: textsAt(body, 'spec', field, 'allowed'), denied: textsAt(body, 'spec', field, 'denied') };
}
