import { asText } from '../../data/as-text.ts';
import { isSame, listAt, mappingAt, type Path, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { containersOf, type PodAt, podsOf } from '../../kubernetes/pod-security/pods.ts';
import { loosened, type ObjectPair, type RiskFinding, type RiskRule, widened } from './change.ts';
import { annotation, requestAnnotations } from './request-annotations.ts';
import { newItems } from './tree.ts';

/** Finds fields that protect an object and that are removed or different, such as the allowed addresses of a load balancer. */
export function protection(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now } = pair;
  if (!old || !now) return [];
  const found = (rules.get(id.kind) ?? []).flatMap((rule) => rule(pair));
  const [before, after] = [podsOf(old), podsOf(now)];
  return before.length === 0 ? found : [...found, ...sandbox(before, after), ...isolation(before, after)];
}

const routes = ['GRPCRoute', 'HTTPRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'];
const rules: ReadonlyMap<string, readonly RiskRule[]> = new Map<string, readonly RiskRule[]>([
  ...routes.map((kind) => [kind, [requestAnnotations, parents]] as const),
  ['Gateway', [requestAnnotations, loadBalancerOfGateway, gateway]],
  ['Ingress', [requestAnnotations, ingress]],
  ['Namespace', [placement]],
  ['Route', [requestAnnotations, plaintext]],
  ['Service', [loadBalancer, requestAnnotations]],
]);

/** True if `requestAnnotations` compares the annotations of the kind. */
export function hasRequestAnnotations(kind: string): boolean {
  return rules.get(kind)?.includes(requestAnnotations) ?? false;
}

/**
 * Finds Services that can be reached from outside the cluster, and that now allow more clients, expose more ports or
 * other pods, or have another class.
 */
function loadBalancer({ old, now }: ObjectPair): readonly RiskFinding[] {
  if (![old, now].every((side) => ['LoadBalancer', 'NodePort'].includes(textAt(side, 'spec', 'type')))) return [];
  const [before, after] = [old, now].map((side) => listAt(side, 'spec', 'loadBalancerSourceRanges'));
  const isWider = before && after && before.length > 0 && (after.length === 0 || newItems(before, after).length > 0);
  const isOther = (...path: Path) => !isSame(valueAt(old, ...path), valueAt(now, ...path));
  const ports = newItems(portsOf(old), portsOf(now));
  const whys = [
    ...(isWider ? ['more addresses can reach the Service'] : []),
    ...(isOther('spec', 'loadBalancerClass') ? ['a load balancer of another class exposes the Service'] : []),
    ...(isOther('spec', 'selector') ? ['the Service exposes other pods'] : []),
    ...ports.map((port) => `port ${asText(port)} can be reached from outside the cluster`),
  ];
  return whys.map((why) => ({ risk: 'exposed', why }));
}

function portsOf(service: Tree | undefined): readonly unknown[] {
  return listAt(service, 'spec', 'ports').map((port) => valueAt(port, 'port'));
}

function ingress(pair: ObjectPair): readonly RiskFinding[] {
  const { old, now } = pair;
  const [before, after] = [old, now].map((side) => textAt(side, 'spec', 'ingressClassName'));
  const wasEncrypted = new Set(encryptedHosts(old));
  const opened = newItems(encryptedHosts(now), hostsOfRules(now)).filter((host) => wasEncrypted.has(String(host)));
  return [
    ...(before === after ? [] : [widened(`requests come through the class ${after || '(default)'}`)]),
    ...(opened.length > 0 ? [loosened('requests can be unencrypted')] : plaintext(pair)),
  ];
}

function hostsOfRules(object: Tree | undefined): readonly string[] {
  return listAt(object, 'spec', 'rules').map((rule) => textAt(rule, 'host'));
}

/** The hosts of rules with TLS. An entry without hosts applies to all of them. */
function encryptedHosts(object: Tree | undefined): readonly string[] {
  const entries = listAt(object, 'spec', 'tls').map((entry) => textsAt(entry, 'hosts'));
  if (entries.some((hosts) => hosts.length === 0)) return hostsOfRules(object);
  const hosts = new Set(entries.flat());
  return hostsOfRules(object).filter((host) => hosts.has(host) || hosts.has(host.replace(/^[^.]*/, '*')));
}

function plaintext({ old, now }: ObjectPair): readonly RiskFinding[] {
  const [before, after] = [old, now].map((side) => Object.keys(Object(valueAt(side, 'spec', 'tls'))).length > 0);
  const policy = ['spec', 'tls', 'insecureEdgeTerminationPolicy'];
  const allows = textAt(now, ...policy) === 'Allow' && textAt(old, ...policy) !== 'Allow';
  return (before && !after) || allows ? [loosened('requests can be unencrypted')] : [];
}

/** The fields of a Gateway that do not decide which load balancer or proxies serve it. */
const innerFields: ReadonlySet<string> = new Set(['allowedListeners', 'listeners', 'servers', 'tls']);

/** Finds Gateways whose load balancer or proxies are different, such as those of another class, which can be public. */
function loadBalancerOfGateway({ old, now }: ObjectPair): readonly RiskFinding[] {
  const [before, after] = [mappingAt(old, 'spec'), mappingAt(now, 'spec')];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !innerFields.has(field),
  );
  return fields
    .filter((field) => !isSame(valueAt(before, field), valueAt(after, field)))
    .map((field) => ({ risk: 'exposed', why: `spec.${field} is different, so other clients might reach the Gateway` }));
}

/** Finds listeners that check the certificates of clients less or in another way, or that now accept unencrypted requests. */
function gateway({ old, now }: ObjectPair): readonly RiskFinding[] {
  const lost = newItems(clientChecks(now), clientChecks(old));
  const encrypted = hostsOf(old, true);
  const opened = newItems(hostsOf(old, false), hostsOf(now, false));
  return [
    ...(lost.length === 0 ? [] : [loosened('the Gateway checks the certificates of clients less or in another way')]),
    ...(newItems(opened, encrypted).length === encrypted.length ? [] : [loosened('requests can be unencrypted')]),
  ];
}

/** The hosts of the listeners that require encryption, or of those that do not. */
function hostsOf(object: Tree | undefined, isEncrypted: boolean): readonly unknown[] {
  const servers = [...listAt(object, 'spec', 'listeners'), ...listAt(object, 'spec', 'servers')];
  const own = servers.filter((server) => requiresEncryption(server) === isEncrypted);
  return own.map((server) => valueAt(server, 'hosts') ?? textAt(server, 'hostname'));
}

function requiresEncryption(server: unknown): boolean {
  const protocol = textAt(server, 'port', 'protocol') || textAt(server, 'protocol');
  return /^(?:HTTPS|TLS)$/i.test(protocol) || valueAt(server, 'tls', 'httpsRedirect') === true;
}

function clientChecks(object: Tree | undefined): readonly unknown[] {
  const servers = [...listAt(object, 'spec', 'listeners'), ...listAt(object, 'spec', 'servers')];
  const checks = [object, ...servers].map((part) => valueAt(part, 'tls') ?? valueAt(part, 'spec', 'tls'));
  return checks.filter((tls) => /MUTUAL|frontendValidation|"frontend"/.test(JSON.stringify(tls) ?? ''));
}

/** Finds routes that are attached to another Gateway, which other clients can reach. */
function parents({ old, now }: ObjectPair): readonly RiskFinding[] {
  const [before, after] = [old, now].map((side) => listAt(side, 'spec', 'parentRefs'));
  return newItems(before ?? [], after ?? []).map((parent) =>
    widened(`requests come through ${textAt(parent, 'name')}`),
  );
}

export const nodeSelectors = ['openshift.io/node-selector', 'scheduler.alpha.kubernetes.io/node-selector'];

function placement({ old, now }: ObjectPair): readonly RiskFinding[] {
  const other = nodeSelectors.filter(
    (key) => annotation(old, key) !== '' && annotation(old, key) !== annotation(now, key),
  );
  return other.length === 0 ? [] : [loosened('pods can run on other nodes')];
}

type Pods = readonly PodAt[];

/** Finds pods that no longer use the same runtime, such as a sandbox. */
function sandbox(old: Pods, now: Pods): readonly RiskFinding[] {
  const [before, after] = [old, now].map((pods) =>
    pods.flatMap(({ pod }) => valueAt(pod, 'spec', 'runtimeClassName') ?? []),
  );
  const lost = newItems(after ?? [], before ?? []);
  return lost.map((name) => loosened(`pods no longer have the RuntimeClass ${asText(name)}`));
}

/** Finds pods that now share the users of their node, and containers that keep capabilities that they dropped before. */
function isolation(old: Pods, now: Pods): readonly RiskFinding[] {
  const shares = (pods: Pods) => pods.some(({ pod }) => valueAt(pod, 'spec', 'hostUsers') !== false);
  const before = new Set(droppingAll(old, true));
  const kept = droppingAll(now, false).filter((name) => before.has(name));
  return [
    ...(!shares(old) && shares(now) ? [loosened('pods share the users of their node')] : []),
    ...kept.map((name) => loosened(`container ${name} no longer drops all capabilities`)),
  ];
}

/** The names of the containers that drop all capabilities, or of those that do not. */
function droppingAll(pods: Pods, isDropping: boolean): readonly string[] {
  return pods
    .flatMap(({ pod }) => containersOf(pod))
    .filter(({ securityContext }) => textsAt(securityContext, 'capabilities', 'drop').includes('ALL') === isDropping)
    .map(({ container }) => textAt(container, 'name'));
}
