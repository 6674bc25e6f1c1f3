import type { AdmissionRequest } from '../../admission/request.ts';
import { listAt, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';

/**
 * What the webhooks of Capsule refuse in a namespace of a Tenant, by the field of the Tenant that states the rule. Written from
 * the code of Capsule, apart from the model of the importer. Classes have no labels here.
 */
export function refusedByCapsule(
  spec: Tree,
  { group, resource, object, operation, user }: AdmissionRequest,
): ReadonlySet<string> {
  const fields = new Set<string>();
  const refuse = (field: string, isRefused: boolean) => {
    if (isRefused) fields.add(field);
  };
  const kind = `${group}/${resource}`;
  const isUser = user.groups.includes('projectcapsule.dev');
  const isLimited = isUser && operation !== 'CONNECT' && !resource.includes('/') && resource !== 'events';
  refuse('cordoned', spec['cordoned'] === true && isLimited);
  if (operation === 'CONNECT') return fields;
  if (kind === '/pods') {
    refuse('priorityClasses', isClassRefused(spec['priorityClasses'], textAt(object, 'spec', 'priorityClassName')));
    refuse('runtimeClasses', isRuntimeRefused(spec['runtimeClasses'], textAt(object, 'spec', 'runtimeClassName')));
    refuse(
      'containerRegistries',
      containers(object).some((one) => isImageRefused(spec['containerRegistries'], textAt(one, 'image'))),
    );
    const policies = textsAt(spec, 'imagePullPolicies');
    refuse(
      'imagePullPolicies',
      policies.length > 0 && containers(object).some((one) => !policies.includes(textAt(one, 'imagePullPolicy'))),
    );
  }
  if (kind === '/persistentvolumeclaims')
    refuse('storageClasses', isFilledRefused(spec['storageClasses'], valueAt(object, 'spec', 'storageClassName')));
  if (kind === 'networking.k8s.io/ingresses') {
    const named =
      valueAt(object, 'spec', 'ingressClassName') ??
      valueAt(object, 'metadata', 'annotations', 'kubernetes.io/ingress.class');
    refuse('allowedClasses', isFilledRefused(valueAt(spec, 'ingressOptions', 'allowedClasses'), named));
    for (const rule of listAt(object, 'spec', 'rules')) {
      refuse(
        'allowedHostnames',
        isHostRefused(valueAt(spec, 'ingressOptions', 'allowedHostnames'), textAt(rule, 'host')),
      );
      const isWild = textAt(rule, 'host').startsWith('*');
      refuse('allowWildcardHostnames', isWild && valueAt(spec, 'ingressOptions', 'allowWildcardHostnames') !== true);
    }
  }
  if (kind === '/services') refuse('serviceOptions', isServiceRefused(spec['serviceOptions'], object));
  return fields;
}

function containers(pod: unknown): readonly unknown[] {
  return ['initContainers', 'ephemeralContainers', 'containers'].flatMap((list) => listAt(pod, 'spec', list));
}

function isMatched(list: unknown, name: string): boolean {
  const pattern = textAt(list, 'allowedRegex');
  return textsAt(list, 'allowed').includes(name) || (pattern !== '' && new RegExp(pattern).test(name));
}

function isClassRefused(list: unknown, name: string): boolean {
  return list !== undefined && name !== '' && name !== textAt(list, 'default') && !isMatched(list, name);
}

/** A selector without labels selects every class. */
function isRuntimeRefused(list: unknown, name: string): boolean {
  return valueAt(list, 'matchLabels') !== undefined && isClassRefused(list, name);
}

/** The default is filled in before the check; without a default, the empty name equals it. */
function isFilledRefused(list: unknown, stated: unknown): boolean {
  if (list === undefined) return false;
  const standard = textAt(list, 'default');
  const name = stated ?? (standard === '' ? undefined : standard);
  return name === undefined || (name !== standard && !isMatched(list, String(name)));
}

function isImageRefused(list: unknown, image: string): boolean {
  if (list === undefined) return false;
  const [registry] = image.includes('/') ? image.split('/') : [''];
  return !registry || !isMatched(list, registry);
}

function isHostRefused(list: unknown, host: string): boolean {
  return list !== undefined && (host === '' || !isMatched(list, host));
}

/** Addresses of the networks that the test states. */
function isServiceRefused(options: unknown, service: unknown): boolean {
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
