import { asText } from '../../data/as-text.ts';
import { isSame, listAt, type Path, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { podsOf } from '../../kubernetes/pod-security/pods.ts';
import { loosened, type ObjectPair, type RiskFinding, type RiskRule, widened } from './change.ts';
import { newItems } from './tree.ts';

/** Finds fields that protect an object and that are removed or different, such as the allowed addresses of a load balancer. */
export function protection(pair: ObjectPair): readonly RiskFinding[] {
  return pair.old && pair.now ? [...(rules.get(pair.id.kind)?.(pair) ?? []), ...sandbox(pair.old, pair.now)] : [];
}

const routes = ['GRPCRoute', 'HTTPRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'];
const rules: ReadonlyMap<string, RiskRule> = new Map<string, RiskRule>([
  ...routes.map((kind) => [kind, parents] as const),
  ['Gateway', gateway],
  ['Ingress', ingress],
  ['Namespace', placement],
  ['Route', plaintext],
  ['Service', loadBalancer],
]);

/**
 * Finds Services that can be reached from outside the cluster, and that now allow more clients, expose more ports or
 * other pods, or have another class. A different annotation about load balancers counts too.
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
    ...differing(old, now, /load-?balancer|internal|source-ranges/i).map((key) => `annotation ${key} is different`),
  ];
  return whys.map((why) => ({ risk: 'exposed', why }));
}

function portsOf(service: Tree | undefined): readonly unknown[] {
  return listAt(service, 'spec', 'ports').map((port) => valueAt(port, 'port'));
}

/** The annotations with which controllers restrict the requests of an Ingress. */
const restricting = /source-range|white-?list|allow-?list|deny-?list|auth|ssl|tls|https|middlewares/i;

function ingress(pair: ObjectPair): readonly RiskFinding[] {
  const { old, now } = pair;
  const classes = [old, now].map((side) => textAt(side, 'spec', 'ingressClassName'));
  const keys = differing(old, now, restricting).filter((key) => isWeaker(annotation(old, key), annotation(now, key)));
  return [
    ...(classes[0] === classes[1] ? [] : [widened(`requests come through the class ${classes[1] || '(default)'}`)]),
    ...keys.map((key) => loosened(`annotation ${key} restricts requests less or in another way`)),
    ...plaintext(pair),
  ];
}

/** A new annotation is stricter, except one that disables a default such as the redirect to HTTPS. */
function isWeaker(before: string, after: string): boolean {
  return before !== '' || after === 'false';
}

function annotation(object: Tree | undefined, key: string): string {
  return textAt(object, 'metadata', 'annotations', key);
}

function differing(old: Tree | undefined, now: Tree | undefined, pattern: RegExp): readonly string[] {
  const keys = [old, now].flatMap((side) => textEntriesAt(side, 'metadata', 'annotations').map(([key]) => key));
  return [...new Set(keys)].filter((key) => pattern.test(key) && annotation(old, key) !== annotation(now, key));
}

function plaintext({ old, now }: ObjectPair): readonly RiskFinding[] {
  const [before, after] = [old, now].map((side) => Object.keys(Object(valueAt(side, 'spec', 'tls'))).length > 0);
  const policy = ['spec', 'tls', 'insecureEdgeTerminationPolicy'];
  const allows = textAt(now, ...policy) === 'Allow' && textAt(old, ...policy) !== 'Allow';
  return (before && !after) || allows ? [loosened('requests can be unencrypted')] : [];
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

const nodeSelectors = ['openshift.io/node-selector', 'scheduler.alpha.kubernetes.io/node-selector'];

function placement({ old, now }: ObjectPair): readonly RiskFinding[] {
  const other = nodeSelectors.filter(
    (key) => annotation(old, key) !== '' && annotation(old, key) !== annotation(now, key),
  );
  return other.length === 0 ? [] : [loosened('pods can run on other nodes')];
}

/** Finds pods that no longer use the same runtime, such as a sandbox. */
function sandbox(old: Tree, now: Tree): readonly RiskFinding[] {
  const [before, after] = [old, now].map((side) =>
    podsOf(side).flatMap(({ pod }) => valueAt(pod, 'spec', 'runtimeClassName') ?? []),
  );
  const lost = newItems(after ?? [], before ?? []);
  return lost.map((name) => loosened(`pods no longer have the RuntimeClass ${asText(name)}`));
}
