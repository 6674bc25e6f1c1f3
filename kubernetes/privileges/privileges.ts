import { asText } from '../../data/as-text.ts';
import { groupBy } from '../../data/group-by.ts';
import {
  childrenOf,
  isMapping,
  listAt,
  mappingAt,
  type Tree,
  textAt,
  textEntriesAt,
  textsAt,
  valueAt,
} from '../../data/tree.ts';
import { hookAnnotation } from '../argocd-annotations.ts';
import { ambiguousPaths } from '../ingress-paths.ts';
import type { ObjectId } from '../object-id.ts';
import { matchesAnyHost, matchesAnyName } from '../wide-pattern.ts';
import { podIdentities } from './pod-identities.ts';
import { type PrivilegedPart, podPrivileges, privilegedParts } from './pod-privileges.ts';
import {
  type Ability,
  type PodSecurityLevel,
  type Privilege,
  type PrivilegeClass,
  podSecurityLevels,
} from './privilege.ts';

/** Everything in an object that the Platform can forbid. `level` is the Pod Security level of the Platform. */
export function privilegesOf(id: ObjectId, object: Tree, level: PodSecurityLevel): readonly Privilege[] {
  const all = (sort: PrivilegeClass, abilities: readonly (Ability | string)[]) =>
    abilities.map((one) => ({ sort, ...(typeof one === 'string' ? { what: one } : one) }));
  return [
    ...all('privileged', id.kind === 'Namespace' ? namespacePrivileges(object, level) : privilegesOfPods(id, object)),
    ...all('wide-project', id.kind === 'AppProject' ? projectPrivileges(object) : []),
    ...all('snippet', snippets(id, object)),
    ...all('hook', hooks(object)),
    ...all('cloud-identity', id.kind === 'ServiceAccount' ? identities(object) : identitiesOfPods(id, object)),
    ...all('cluster-scoped', isClusterScoped(id) ? [`${id.kind} is cluster-scoped`] : []),
    ...all('exposed', id.kind === 'Service' ? exposure(object) : []),
  ];
}

/**
 * Gatekeeper constraints mention pod fields, and ConfigMaps and Secrets can contain any text, but none of them creates pods.
 */
function privilegesOfPods(id: ObjectId, object: Tree): readonly string[] {
  return hasNoPods(id) ? [] : podPrivileges(object);
}

/** The pods and containers of an object that have privileges on their node. */
export function privilegedPods(id: ObjectId, object: Tree): readonly PrivilegedPart[] {
  return hasNoPods(id) ? [] : privilegedParts(object);
}

function identitiesOfPods(id: ObjectId, object: Tree): readonly Ability[] {
  return hasNoPods(id) ? [] : podIdentities(object);
}

function hasNoPods({ group, kind }: ObjectId): boolean {
  return group === 'constraints.gatekeeper.sh' || kind === 'ConfigMap' || kind === 'Secret';
}

export const enforceLabel = 'pod-security.kubernetes.io/enforce';

/**
 * The level that the label of a namespace sets. Undefined if the label is absent or invalid. If it is absent, the default of the
 * cluster applies. If it is invalid, the API server enforces the strictest level.
 */
export function enforcedLevel(namespace: Tree): PodSecurityLevel | undefined {
  const label = valueAt(namespace, 'metadata', 'labels', enforceLabel);
  return podSecurityLevels.find((level) => level === label);
}

function namespacePrivileges(namespace: Tree, level: PodSecurityLevel): readonly string[] {
  const own = enforcedLevel(namespace);
  const isLower = own !== undefined && podSecurityLevels.indexOf(own) < podSecurityLevels.indexOf(level);
  const ignored = valueAt(namespace, 'metadata', 'labels', 'admission.gatekeeper.sh/ignore') !== undefined;
  const runLevel = textAt(namespace, 'metadata', 'labels', 'openshift.io/run-level');
  return [
    ...(isLower ? [`Pod Security is ${own}, below the Platform's ${level}`] : []),
    ...(ignored ? ['Gatekeeper ignores the namespace'] : []),
    ...(['0', '1'].includes(runLevel) ? ['OpenShift applies no SecurityContextConstraints to the namespace'] : []),
  ];
}

function isClusterScoped({ namespace, kind }: ObjectId): boolean {
  return namespace === '' && kind !== 'Namespace';
}

function projectPrivileges(project: Tree): readonly string[] {
  const isAnywhere =
    textsAt(project, 'spec', 'sourceRepos').some(matchesAnyHost) ||
    textsAt(project, 'spec', 'sourceNamespaces').some(matchesAnyName);
  const destinations = listAt(project, 'spec', 'destinations').filter((one) =>
    matchesAnyName(textAt(one, 'namespace')),
  );
  const kinds = listAt(project, 'spec', 'clusterResourceWhitelist').map((one) => textAt(one, 'kind'));
  return [
    ...(isAnywhere ? ['applications can come from anywhere'] : []),
    ...(destinations.length > 0 ? ['applications can use every namespace'] : []),
    // Destinations do not limit cluster-scoped objects, so the kind Namespace includes namespaces of other tenants.
    ...kinds.map((kind) => `applications can contain cluster-scoped ${kind}`),
  ];
}

/** Kinds that consist of configuration for a proxy. */
const proxyKinds: ReadonlySet<string> = new Set(['EnvoyFilter', 'EnvoyPatchPolicy', 'SnippetsFilter', 'WasmPlugin']);
const snippetKey = /snippet|haproxy[a-z.-]*\/config-|(?:^|\/)route-acl$|^getambassador\.io\/config$/i;

/** Matches every text that contains the key of an annotation with the privilege `hook` or `snippet`. Also matches other texts. */
export const possibleAnnotation = /hook|snippet|haproxy|route-acl|getambassador/i;

function snippets({ kind }: ObjectId, object: Tree): readonly Ability[] {
  const annotations = Object.entries(mappingAt(object, 'metadata', 'annotations'));
  const keys = annotations.filter(([key]) => snippetKey.test(key));
  return [
    ...(proxyKinds.has(kind) ? [{ what: `${kind} configures the proxy`, content: object['spec'] }] : []),
    ...keys.map(([key, content]) => ({ what: `annotation ${key} configures the proxy`, content })),
    ...snippetFields(mappingAt(object, 'spec')),
    ...(kind === 'Ingress' ? ambiguousPaths(object) : []).map((path) => ({
      what: `path ${JSON.stringify(path)} can configure the proxy`,
    })),
  ];
}

/**
 * Fields such as `server-snippets` of an NGINX VirtualServer, at the top level of its spec and in its lists, such as `routes`.
 */
function snippetFields(spec: Tree): readonly Ability[] {
  const parts = [
    spec,
    ...childrenOf(spec)
      .flatMap(([, child]) => (Array.isArray(child) ? child : []))
      .filter(isMapping),
  ];
  const fields = parts.flatMap((part) => Object.entries(part).filter(([key]) => key.endsWith('-snippets')));
  return [...groupBy(fields, ([key]) => key)].map(([key, content]) => ({
    what: `field ${key} configures the proxy`,
    content,
  }));
}

function hooks(object: Tree): readonly string[] {
  const entries = textEntriesAt(object, 'metadata', 'annotations');
  return entries
    .filter(([key]) => key === hookAnnotation || key === 'helm.sh/hook')
    .map(([key, value]) => `annotation ${key} turns the object into a ${asText(value)} hook`);
}

/** Annotations that are known to grant nothing outside the cluster. */
const localAnnotation =
  /^(?:(?:[a-z-]+\.)*(?:argoproj\.io|kubernetes\.io|k8s\.io|helm\.sh|leasehold\.dev|stakater\.com)\/)/;

/** Whether an annotation can give a ServiceAccount an identity outside the cluster. */
export function givesAccountIdentity(key: string): boolean {
  return !localAnnotation.test(key);
}

function identities(account: Tree): readonly Ability[] {
  const annotations = Object.entries(mappingAt(account, 'metadata', 'annotations'));
  return annotations
    .filter(([key]) => givesAccountIdentity(key))
    .map(([key, content]) => ({
      what: `annotation ${key} can give the ServiceAccount an identity outside the cluster`,
      content,
    }));
}

function exposure(service: Tree): readonly string[] {
  const type = textAt(service, 'spec', 'type');
  const external = listAt(service, 'spec', 'externalIPs');
  return [
    ...(type === 'LoadBalancer' || type === 'NodePort' ? [`a ${type} can be reached from outside the cluster`] : []),
    ...external.map((address) => `the Service takes over the address ${asText(address)}`),
  ];
}
