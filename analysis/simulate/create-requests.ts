import { resourceKinds } from '../../admission/resource-kinds.ts';
import { isMapping, listAt, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { type GroupVersion, groupVersion } from '../../kubernetes/api-version.ts';
import { podsOf } from '../../kubernetes/pod-security/pods.ts';

/** A request to create an object. */
export interface CreateRequest extends GroupVersion {
  /** The plural name. */
  readonly resource: string;
  readonly object: Tree;
}

const pluralOf = new Map(Object.entries(resourceKinds).map(([plural, kind]) => [kind, plural]));

/** The requests that would create an object again, including the pods and claims that its controller creates. */
export function createRequests(object: Tree): readonly CreateRequest[] {
  const own = textAt(object, 'kind');
  const resource = pluralOf.get(own);
  const requests = resource === undefined ? [] : [requestOf(resource, asCreated(object))];
  if (own === 'Pod') return [...requests, ...claimsOf(object)];
  if (belongsToWorkload(object)) return requests;
  const pods = podsOf(object).map(({ pod }) => inNamespace(pod, object, 'Pod'));
  const claims = listAt(object, 'spec', 'volumeClaimTemplates').map((claim) =>
    requestOf('persistentvolumeclaims', inNamespace(claim, object, 'PersistentVolumeClaim')),
  );
  return [...requests, ...pods.flatMap((pod) => [requestOf('pods', pod), ...claimsOf(pod)]), ...claims];
}

/** The requests that create the claims of ephemeral volumes. The claims belong to the pod. */
function claimsOf(pod: Tree): readonly CreateRequest[] {
  const name = textAt(pod, 'metadata', 'name');
  const owner = { apiVersion: 'v1', kind: 'Pod', name, uid: textAt(pod, 'metadata', 'uid') || name };
  return listAt(pod, 'spec', 'volumes').flatMap((volume) => {
    const template = valueAt(volume, 'ephemeral', 'volumeClaimTemplate');
    if (!isMapping(template)) return [];
    const metadata = {
      ...mappingAt(template, 'metadata'),
      name: `${name}-${textAt(volume, 'name')}`,
      ownerReferences: [owner],
    };
    return [requestOf('persistentvolumeclaims', inNamespace({ ...template, metadata }, pod, 'PersistentVolumeClaim'))];
  });
}

/** The UID of the controller of an object. */
export function controllerOf(object: Tree): string | undefined {
  const owner = ownerOf(object);
  return owner === undefined ? undefined : textAt(owner, 'uid');
}

function ownerOf(object: Tree): unknown {
  return listAt(object, 'metadata', 'ownerReferences').find((one) => valueAt(one, 'controller') === true);
}

/** Whether a CronJob or a Deployment controls the object. The requests for the controller then include those for its pods. */
function belongsToWorkload(object: Tree): boolean {
  return ['CronJob', 'Deployment'].includes(textAt(ownerOf(object), 'kind'));
}

function requestOf(resource: string, object: Tree): CreateRequest {
  return { ...groupVersion(textAt(object, 'apiVersion')), resource, object };
}

/**
 * Creates an object from a template, which has neither a type nor a namespace. Controllers append a suffix to the name
 * of the owner.
 */
function inNamespace(template: unknown, owner: Tree, kind: string): Tree {
  const metadata = mappingAt(template, 'metadata');
  const name = textAt(metadata, 'name') || textAt(owner, 'metadata', 'name');
  const namespace = textAt(owner, 'metadata', 'namespace');
  return { apiVersion: 'v1', kind, metadata: { ...metadata, name, namespace }, spec: mappingAt(template, 'spec') };
}

/** The annotation on a claim for which Kubernetes chose the volume. */
const boundByController = 'pv.kubernetes.io/bound-by-controller';

/**
 * The object without fields that the API server or a controller adds after its creation, if rules or other checks read
 * them.
 */
function asCreated(object: Tree): Tree {
  const spec = mappingAt(object, 'spec');
  const change = changes[`${textAt(object, 'apiVersion')} ${textAt(object, 'kind')}`];
  return change ? { ...object, spec: change(spec, object) } : object;
}

const changes: Readonly<Record<string, (spec: Tree, object: Tree) => Tree>> = {
  'v1 Pod': (spec) => ({ ...spec, ephemeralContainers: undefined, nodeName: undefined }),
  'v1 PersistentVolumeClaim': (spec, object) => {
    const isBound = valueAt(object, 'metadata', 'annotations', boundByController) !== undefined;
    return isBound ? { ...spec, volumeName: undefined } : spec;
  },
  'v1 Service': (spec) => {
    const isHeadless = spec['clusterIP'] === 'None';
    const addresses = isHeadless ? {} : { clusterIP: undefined, clusterIPs: undefined };
    return { ...spec, ...addresses, healthCheckNodePort: undefined, ports: portsAsCreated(spec) };
  },
};

/** Removes all node ports, because the API server can have chosen them, unless the Service allocates none. */
function portsAsCreated(spec: Tree): readonly unknown[] {
  const ports = listAt(spec, 'ports');
  return spec['allocateLoadBalancerNodePorts'] === false
    ? ports
    : ports.map((port) => ({ ...mappingAt(port), nodePort: undefined }));
}
