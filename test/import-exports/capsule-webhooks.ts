import type { AdmissionRequest } from '../../admission/request.ts';
import { listAt, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';

/**
 * Returns the fields of a Tenant that make Capsule's webhooks reject a request in one of its namespaces. Based on Capsule's
 * code, not on the importer's model. Assumes that classes have no labels.
 */
export function rejectedByCapsule(spec: Tree, request: AdmissionRequest): ReadonlySet<string> {
  const { group, resource, object, operation, user } = request;
  const isUser = user.groups.includes('projectcapsule.dev');
  const isLimited = isUser && operation !== 'CONNECT' && !resource.includes('/') && resource !== 'events';
  const cordoned = spec['cordoned'] === true && isLimited ? ['cordoned'] : [];
  const webhook = operation === 'CONNECT' ? undefined : webhooks[`${group}/${resource}`];
  const answers = Object.entries(webhook?.(spec, object) ?? {});
  return new Set([...cordoned, ...answers.filter(([, isRejected]) => isRejected).map(([field]) => field)]);
}

/** The fields of the Tenant, and whether Capsule rejects an object because of them. */
type Webhook = (spec: Tree, object: unknown) => Readonly<Record<string, boolean>>;

const webhooks: Readonly<Record<string, Webhook>> = {
  '/pods': (spec, pod) => {
    const policies = textsAt(spec, 'imagePullPolicies');
    return {
      priorityClasses: isClassRejected(spec['priorityClasses'], textAt(pod, 'spec', 'priorityClassName')),
      runtimeClasses: isRuntimeRejected(spec['runtimeClasses'], textAt(pod, 'spec', 'runtimeClassName')),
      containerRegistries: containers(pod).some((one) =>
        isImageRejected(spec['containerRegistries'], textAt(one, 'image')),
      ),
      imagePullPolicies:
        policies.length > 0 && containers(pod).some((one) => !policies.includes(textAt(one, 'imagePullPolicy'))),
    };
  },
  '/persistentvolumeclaims': (spec, claim) => ({
    storageClasses: isFilledRejected(spec['storageClasses'], valueAt(claim, 'spec', 'storageClassName')),
  }),
  'networking.k8s.io/ingresses': ({ ingressOptions }, ingress) => {
    const annotated = valueAt(ingress, 'metadata', 'annotations', 'kubernetes.io/ingress.class');
    const named = valueAt(ingress, 'spec', 'ingressClassName') ?? annotated;
    const hosts = listAt(ingress, 'spec', 'rules').map((rule) => textAt(rule, 'host'));
    const allowsWildcards = valueAt(ingressOptions, 'allowWildcardHostnames') === true;
    return {
      allowedClasses: isFilledRejected(valueAt(ingressOptions, 'allowedClasses'), named),
      allowedHostnames: hosts.some((host) => isHostRejected(valueAt(ingressOptions, 'allowedHostnames'), host)),
      allowWildcardHostnames: !allowsWildcards && hosts.some((host) => host.startsWith('*')),
    };
  },
  '/services': (spec, service) => ({ serviceOptions: isServiceRejected(spec['serviceOptions'], service) }),
};

function containers(pod: unknown): readonly unknown[] {
  return ['initContainers', 'ephemeralContainers', 'containers'].flatMap((list) => listAt(pod, 'spec', list));
}

function isMatched(list: unknown, name: string): boolean {
  const pattern = textAt(list, 'allowedRegex');
  return textsAt(list, 'allowed').includes(name) || (pattern !== '' && new RegExp(pattern).test(name));
}

function isClassRejected(list: unknown, name: string): boolean {
  return list !== undefined && name !== '' && name !== textAt(list, 'default') && !isMatched(list, name);
}

/** A list without matchLabels allows every class. */
function isRuntimeRejected(list: unknown, name: string): boolean {
  return valueAt(list, 'matchLabels') !== undefined && isClassRejected(list, name);
}

/** The webhook sets the default before the check. Without a default, it accepts an empty name, but not an absent one. */
function isFilledRejected(list: unknown, stated: unknown): boolean {
  if (list === undefined) return false;
  const standard = textAt(list, 'default');
  const name = stated ?? (standard === '' ? undefined : standard);
  return name === undefined || (name !== standard && !isMatched(list, String(name)));
}

function isImageRejected(list: unknown, image: string): boolean {
  if (list === undefined) return false;
  const [registry] = image.includes('/') ? image.split('/') : [''];
  return !registry || !isMatched(list, registry);
}

function isHostRejected(list: unknown, host: string): boolean {
  return list !== undefined && (host === '' || !isMatched(list, host));
}

/** Supports single addresses and networks that end in /24, because the test uses no others. */
function isServiceRejected(options: unknown, service: unknown): boolean {
  const field = { NodePort: 'nodePort', ExternalName: 'externalName', LoadBalancer: 'loadBalancer' }[
    textAt(service, 'spec', 'type')
  ];
  if (field !== undefined && valueAt(options, 'allowedServices', field) === false) return true;
  if (valueAt(options, 'externalIPs') === undefined) return false;
  const allowed = textsAt(options, 'externalIPs', 'allowed');
  const isIn = (address: string) =>
    allowed.some((one) =>
      one.endsWith('/24') ? address.startsWith(one.slice(0, one.lastIndexOf('.') + 1)) : one === address,
    );
  return textsAt(service, 'spec', 'externalIPs').some((address) => !isIn(address));
}
