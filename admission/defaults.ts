import type { Tree } from '../data/tree.ts';
import { annotationList, hasAnnotation, literal } from './cel.ts';
import { tenantLabel } from './metadata-keys.ts';

/** Annotations of tenant namespaces with the defaults that the API server sets. */
export const defaultKeys = {
  imagePullSecrets: 'leasehold.dev/default-image-pull-secrets',
  ingressClass: 'leasehold.dev/default-ingress-class',
  nodeSelector: 'leasehold.dev/default-node-selector',
  podAnnotations: 'leasehold.dev/default-pod-annotations',
  podLabels: 'leasehold.dev/default-pod-labels',
  storageClass: 'leasehold.dev/default-storage-class',
} as const;

/** The lines of each annotation: a single value, a name per line, or a `key=value` per line. */
export type Defaults = { readonly [Name in keyof typeof defaultKeys]?: readonly string[] };

/** A MutatingAdmissionPolicy that sets fields of new objects. */
export interface DefaultsPolicy {
  readonly name: string;
  readonly group: string;
  readonly resource: string;
  /** Expressions of type list(JSONPatch). */
  readonly patches: readonly string[];
}

const keyPath = (key: string) => `jsonpatch.escapeKey(${key})`;

/** Adds each entry of an annotation to a mapping that lacks its key. Creates the mapping if it is absent. */
function entries(annotation: string, map: string, path: string): string {
  const present = `object.${map}.orValue({})`;
  return `!${hasAnnotation(annotation)} ? [] : (object.${map}.hasValue() ? []
  : [JSONPatch{op: 'add', path: '${path}', value: dyn({})}])
  + ${annotationList(annotation)}.filter(e, e.contains('=') && !(e.split('=')[0] in ${present}))
  .map(e, JSONPatch{op: 'add', path: '${path}/' + ${keyPath("e.split('=')[0]")}, value: e.substring(e.indexOf('=') + 1)})`;
}

/** Sets a field of the spec to the value of an annotation, unless a condition is true. */
function field(annotation: string, name: string, unless: string): string {
  const value = `namespaceObject.metadata.annotations[${literal(annotation)}]`;
  return `!${hasAnnotation(annotation)} || ${unless} ? [] : [JSONPatch{op: 'add', path: '/spec/${name}', value: ${value}}]`;
}

const ingressClass = `object.spec.?ingressClassName.hasValue()
  || object.metadata.?annotations[?'kubernetes.io/ingress.class'].hasValue()`;
const storageClass = `object.spec.?storageClassName.hasValue()
  || object.metadata.?annotations[?'volume.beta.kubernetes.io/storage-class'].hasValue()`;

export const defaultsPolicies: readonly DefaultsPolicy[] = [
  {
    name: 'pods',
    group: '',
    resource: 'pods',
    patches: [
      entries(defaultKeys.nodeSelector, 'spec.?nodeSelector', '/spec/nodeSelector'),
      entries(defaultKeys.podLabels, 'metadata.?labels', '/metadata/labels'),
      entries(defaultKeys.podAnnotations, 'metadata.?annotations', '/metadata/annotations'),
      `!${hasAnnotation(defaultKeys.imagePullSecrets)} || object.spec.?imagePullSecrets.orValue([]).size() > 0 ? []
  : [JSONPatch{op: 'add', path: '/spec/imagePullSecrets', value: ${annotationList(defaultKeys.imagePullSecrets)}
    .map(name, {'name': name})}]`,
    ],
  },
  {
    name: 'ingresses',
    group: 'networking.k8s.io',
    resource: 'ingresses',
    patches: [field(defaultKeys.ingressClass, 'ingressClassName', ingressClass)],
  },
  {
    name: 'claims',
    group: '',
    resource: 'persistentvolumeclaims',
    patches: [field(defaultKeys.storageClass, 'storageClassName', storageClass)],
  },
];

/** The spec of the MutatingAdmissionPolicy [sources: kubernetes-9]. */
export function defaultsSpec({ group, resource, patches }: DefaultsPolicy): Tree {
  return {
    failurePolicy: 'Fail',
    matchConstraints: {
      resourceRules: [{ apiGroups: [group], apiVersions: ['*'], operations: ['CREATE'], resources: [resource] }],
    },
    mutations: patches.map((expression) => ({ jsonPatch: { expression }, patchType: 'JSONPatch' })),
    reinvocationPolicy: 'IfNeeded',
  };
}

export function defaultsBinding(policyName: string): Tree {
  const matchExpressions = [{ key: tenantLabel, operator: 'Exists' }];
  return { matchResources: { namespaceSelector: { matchExpressions } }, policyName };
}
