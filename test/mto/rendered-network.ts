import { isMapping, listAt, mappingAt, type Tree, textAt, textEntriesAt, textsAt, valueAt } from '../../data/tree.ts';
import type { KubeObject } from '../../e2e/manifests.ts';
import { type LabelSelector, selects } from '../../kubernetes/label-selector.ts';

type Labels = Readonly<Record<string, string>>;

/** The pods of a workload, and their arguments, variables and mounted files. */
export interface Pod {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly texts: readonly string[];
  /** Whether it has a token for the API server. */
  readonly hasToken: boolean;
}

/** A Service, with its first port. */
export interface Service {
  readonly name: string;
  readonly namespace: string;
  readonly selector: LabelSelector;
  readonly port: number;
}

export function podsOf(objects: readonly KubeObject[]): readonly Pod[] {
  return objects
    .filter(({ kind }) => ['CronJob', 'Deployment', 'Job', 'StatefulSet'].includes(kind))
    .map((workload) => {
      const template = templateOf(workload);
      const spec = mappingAt(template, 'spec');
      return {
        name: workload.metadata.name,
        namespace: workload.metadata.namespace ?? '',
        labels: mappingAt(template, 'metadata', 'labels') as Labels,
        texts: textsOf(spec, objects),
        hasToken: spec['automountServiceAccountToken'] === true,
      };
    });
}

/** The pods of Jobs and CronJobs. */
export function jobsOf(objects: readonly KubeObject[]): readonly Pod[] {
  return podsOf(objects.filter(({ kind }) => kind !== 'Deployment' && kind !== 'StatefulSet'));
}

/** The template of the pods that a workload creates; empty for another object. */
export function templateOf({ spec }: KubeObject): Tree {
  const job = mappingAt(spec, 'jobTemplate', 'spec');
  return mappingAt(isMapping(job['template']) ? job : spec, 'template');
}

function textsOf(spec: Tree, objects: readonly KubeObject[]): readonly string[] {
  const containers = [...listAt(spec, 'containers'), ...listAt(spec, 'initContainers')];
  const maps = listAt(spec, 'volumes').map((volume) => textAt(volume, 'configMap', 'name'));
  const files = objects.filter(({ kind, metadata }) => kind === 'ConfigMap' && maps.includes(metadata.name));
  return [
    ...containers.flatMap((one) => textsAt(one, 'args')),
    ...containers.flatMap((one) => listAt(one, 'env').map((variable) => textAt(variable, 'value'))),
    ...files.flatMap((map) => textEntriesAt(map, 'data').map(([, text]) => text)),
  ];
}

export function servicesOf(objects: readonly KubeObject[]): readonly Service[] {
  return objects
    .filter(({ kind }) => kind === 'Service')
    .map(({ metadata, spec }) => ({
      name: metadata.name,
      namespace: metadata.namespace ?? '',
      selector: { matchLabels: mappingAt(spec, 'selector') as Labels },
      port: Number(valueAt(spec, 'ports', 0, 'port')),
    }));
}

export function isBehind(pod: Pod, { namespace, selector }: Service): boolean {
  return pod.namespace === namespace && selects(selector, pod.labels);
}

/** Whether the configuration of the pod contains the address of the Service. */
export function connects(pod: Pod, service: Service): boolean {
  if (isBehind(pod, service)) return false;
  const { namespace, port } = service;
  const local = `${service.name}.${namespace}`;
  const hosts = [local, `${local}.svc`, ...(pod.namespace === namespace ? [service.name] : [])];
  return hosts.some((host) => {
    const name = host.replaceAll('.', '\\.');
    // A URL or an address, or a name and a port of dns_sd_configs.
    const address = new RegExp(`(^|[/@'" -])${name}:${port}\\b|^ +- ${name}\n +port: ${port}$`, 'm');
    return pod.texts.some((text) => text === host || address.test(text));
  });
}

/** The rules of all policies that select the pod. Undefined if none limits this direction. */
function rulesOf(pod: Pod, direction: 'Egress' | 'Ingress', objects: readonly KubeObject[]) {
  const policies = objects.filter(
    ({ kind, metadata, spec }) =>
      kind === 'NetworkPolicy' &&
      metadata.namespace === pod.namespace &&
      textsAt(spec, 'policyTypes').includes(direction) &&
      selects(mappingAt(spec, 'podSelector'), pod.labels),
  );
  return policies.length === 0 ? undefined : policies.flatMap(({ spec }) => listAt(spec, direction.toLowerCase()));
}

/** Whether the policies of the pods behind the Service allow the pod. */
export function allows(service: Service, client: Pod, objects: readonly KubeObject[]): boolean {
  const servers = podsOf(objects).filter((pod) => isBehind(pod, service));
  const isAllowed = (rule: unknown) => {
    const peers =
      valueAt(rule, 'from') === undefined ? [{ podSelector: {}, namespaceSelector: {} }] : listAt(rule, 'from');
    return portsOf(rule).includes(service.port) && peers.some((peer) => selectsPeer(peer, client, service.namespace));
  };
  return servers.length > 0 && servers.every((pod) => rulesOf(pod, 'Ingress', objects)?.some(isAllowed) ?? true);
}

function selectsPeer(peer: unknown, client: Pod, namespace: string): boolean {
  const places = valueAt(peer, 'namespaceSelector') as LabelSelector | undefined;
  const isThere = places
    ? selects(places, { 'kubernetes.io/metadata.name': client.namespace })
    : client.namespace === namespace;
  return isThere && selects(mappingAt(peer, 'podSelector'), client.labels);
}

/** The ports that the pod reaches. Undefined for all. */
export function reachedPorts(pod: Pod, objects: readonly KubeObject[]): readonly number[] | undefined {
  return rulesOf(pod, 'Egress', objects)?.flatMap(portsOf);
}

/** The ports that accept connections. Undefined for all. */
export function acceptedPorts(pod: Pod, objects: readonly KubeObject[]): readonly number[] | undefined {
  return rulesOf(pod, 'Ingress', objects)?.flatMap(portsOf);
}

function portsOf(rule: unknown): readonly number[] {
  return listAt(rule, 'ports').map((one) => Number(valueAt(one, 'port')));
}
