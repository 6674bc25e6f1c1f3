import { cordonLabel } from '../../admission/metadata-keys.ts';
import { asText } from '../../data/as-text.ts';
import { own } from '../../data/own.ts';
import { isSame, mappingAt, type Tree, textsAt, valueAt } from '../../data/tree.ts';
import { podSecurityViolations } from '../../kubernetes/pod-security/pod-security.ts';
import { type PodAt, podsOf } from '../../kubernetes/pod-security/pods.ts';
import { type PodSecurityLevel, podSecurityLevels } from '../../kubernetes/privileges/privilege.ts';
import { enforcedLevel, enforceLabel } from '../../kubernetes/privileges/privileges.ts';
import { loosened, type ObjectPair, type RiskFinding } from './change.ts';
import { syncOption } from './data-loss.ts';
import { limits } from './limits.ts';
import { contentOf, newItems } from './tree.ts';

/** Finds rules for pods and namespaces that are weaker than before. */
export function policy(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now } = pair;
  if (id.group === 'constraints.gatekeeper.sh') return constraint(pair);
  if (admissionKinds.has(id.kind)) return admissionRule(pair);
  if (id.kind === 'Namespace' && old) return now ? namespace(pair, old, now) : keptNamespace(pair, old);
  return pods(pair);
}

/** Kinds for which a removal, and any change that is not known to be stricter, counts as loosened. */
const admissionKinds: ReadonlySet<string> = new Set([
  'ConstraintTemplate',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'PeerAuthentication',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);

function admissionRule({ id, old, now }: ObjectPair): readonly RiskFinding[] {
  if (!old) return [];
  if (!now) return [loosened(`this ${id.kind} is removed`)];
  if (id.kind === 'PeerAuthentication' && isStrict(old, now)) return [];
  if (isStricterBinding(old, now)) return [];
  return isSame(contentOf(old), contentOf(now)) ? [] : [loosened('the rule is different')];
}

/** True if all pods of the namespace, or the same pods as before, require mutual TLS on the same ports or more. */
function isStrict(old: Tree, now: Tree): boolean {
  const rest = (tree: Tree) => ({ ...mappingAt(tree, 'spec'), mtls: undefined });
  const isWhole = Object.values(rest(now)).every((field) => field === undefined);
  return valueAt(now, 'spec', 'mtls', 'mode') === 'STRICT' && (isWhole || isSame(rest(old), rest(now)));
}

/** True if a binding differs only in its actions, and now denies requests. */
function isStricterBinding(old: Tree, now: Tree): boolean {
  const rest = (tree: Tree) => ({ ...mappingAt(tree, 'spec'), validationActions: undefined });
  const denies = textsAt(now, 'spec', 'validationActions').includes('Deny');
  return denies && isSame(rest(old), rest(now));
}

const strictness: Readonly<Record<string, number>> = { dryrun: 0, warn: 1, deny: 2 };

/**
 * Reports constraint changes that might allow more. Removing allowed values and matching more namespaces are safe.
 */
function constraint({ old, now }: ObjectPair): readonly RiskFinding[] {
  if (!old) return [];
  if (!now) return [loosened('this constraint is removed')];
  const action = (tree: Tree) => asText(valueAt(tree, 'spec', 'enforcementAction') ?? 'deny');
  const findings: RiskFinding[] = [];
  if (action(old) === 'scoped' && action(now) !== 'deny' && !isSame(scoped(old), scoped(now)))
    findings.push(loosened('its scopedEnforcementActions are different'));
  if ((own(strictness, action(now)) ?? 0) < (own(strictness, action(old)) ?? 0))
    findings.push(loosened(`enforcementAction is ${action(now)}, was ${action(old)}`));
  if (!matchesAll(mappingAt(old, 'spec', 'match'), mappingAt(now, 'spec', 'match')))
    findings.push(loosened('the constraint might match fewer objects'));
  if (!allowsNoMore(mappingAt(old, 'spec', 'parameters'), mappingAt(now, 'spec', 'parameters')))
    findings.push(loosened('its parameters might allow more'));
  return findings;
}

function scoped(tree: Tree): unknown {
  return [valueAt(tree, 'spec', 'enforcementAction'), valueAt(tree, 'spec', 'scopedEnforcementActions')];
}

/**
 * True if the constraint matches everything that it matched before. An empty list matches everything, or excludes
 * nothing.
 */
function matchesAll(old: Tree, now: Tree): boolean {
  return everyField(old, now, (key, before, after) => {
    if (key.startsWith('excluded')) return newItems(before, after).length === 0;
    return before.length === 0 ? after.length === 0 : newItems(after, before).length === 0;
  });
}

/** True if the parameters are the same, or are lists of allowed values that only lose values. */
function allowsNoMore(old: Tree, now: Tree): boolean {
  const isAllowList = (key: string) => /^(?:allow|exempt|repos$)/.test(key);
  return everyField(old, now, (key, before, after) =>
    isAllowList(key) ? newItems(before, after).length === 0 : isSame(before, after),
  );
}

type List = readonly unknown[];

/** Compares lists with `isSafe`. All other fields must be the same. */
function everyField(old: Tree, now: Tree, isSafe: (key: string, before: List, after: List) => boolean): boolean {
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keys].every((key) => {
    const [before, after] = [old[key], now[key]];
    return Array.isArray(before) && Array.isArray(after) ? isSafe(key, before, after) : isSame(before, after);
  });
}

/** Compares namespaces. `gainedPrivileges` reports a Pod Security level below that of the Platform. */
function namespace(pair: ObjectPair, old: Tree, now: Tree): readonly RiskFinding[] {
  const [before, after] = [enforcedLevel(old), enforcedLevel(now)];
  const isBelow = after !== undefined && strictnessOf(after) < strictnessOf(pair.level);
  const findings: RiskFinding[] = [...limits(old, now, { ...pair.context, isExpected: isNewAccount(pair) })];
  if (!isBelow && strictnessOf(after) < strictnessOf(before))
    findings.push(loosened(`Pod Security is ${after ?? "the cluster's default"}, was ${before}`));
  if (labelOf(old, injection) !== labelOf(now, injection) && isInjected(old) && !isInjected(now))
    findings.push(loosened('pods are no longer part of the mesh'));
  if (labelOf(old, cordonLabel) !== undefined && labelOf(now, cordonLabel) === undefined)
    findings.push(loosened('the namespace is no longer cordoned'));
  const [previous, version] = [enforcedVersion(old), enforcedVersion(now)];
  if (version < previous && (before !== undefined || after === undefined))
    findings.push(
      loosened(
        `Pod Security has the rules of Kubernetes 1.${version}, was ${previous === latest ? 'latest' : `1.${previous}`}`,
      ),
    );
  return findings;
}

const latest = Number.POSITIVE_INFINITY;

/** The minor version of Kubernetes whose Pod Security rules apply. By default, clusters apply the latest. */
function enforcedVersion(namespace: Tree): number {
  const version = asText(labelOf(namespace, `${enforceLabel}-version`) ?? 'latest');
  const [, minor] = /^v1\.(\d+)$/.exec(version) ?? [];
  return version === 'latest' ? latest : Number(minor);
}

function labelOf(namespace: Tree, key: string): unknown {
  return valueAt(namespace, 'metadata', 'labels', key);
}

/** Returns a predicate for list items that refer to the accounts of a namespace that the same change adds for the same tenant. */
function isNewAccount({ tenants, context }: ObjectPair): (item: string) => boolean {
  return (item) => {
    const [, namespace] = /^ServiceAccount ([^/]+)\/\*$/.exec(item) ?? [];
    return namespace !== undefined && context.addsNamespace(tenants.now ?? '', namespace);
  };
}

/** The strictness of a level. An absent level counts as the weakest because the default of the cluster is unknown. */
function strictnessOf(level: PodSecurityLevel | undefined): number {
  return level === undefined ? 0 : podSecurityLevels.indexOf(level);
}

/** Only the loss of injection loosens a policy, so `metadata` does not compare the label. */
const injection = 'istio-injection';

function isInjected(namespace: Tree): boolean {
  const value = labelOf(namespace, injection);
  return value === 'enabled' || (value === undefined && labelOf(namespace, 'istio.io/rev') !== undefined);
}

/** Finds lost protection of a namespace that Argo CD keeps, because its pods continue to run. */
function keptNamespace({ id, context }: ObjectPair, old: Tree): readonly RiskFinding[] {
  const lost = ['ResourceQuota', 'NetworkPolicy'].filter((kind) => context.losesKind(id.name, kind));
  if (syncOption(old, 'Prune') !== 'false' || lost.length === 0) return [];
  return [loosened(`the namespace stays in the cluster without ${lost.join(' and ')}`)];
}

/**
 * Finds new permissions of pods that only the level `restricted` denies. Pods of new objects are checked only if
 * this is the level of the Platform.
 */
function pods({ level, old, now }: ObjectPair): readonly RiskFinding[] {
  if (!now || (!old && level !== 'restricted')) return [];
  return newItems(old ? podsOf(old).flatMap(restrictedViolations) : [], podsOf(now).flatMap(restrictedViolations)).map(
    (what) => loosened(String(what)),
  );
}

/** The rules of `restricted` that no other finding covers, by field. */
const violationTexts: Readonly<Record<string, string>> = {
  allowPrivilegeEscalation: 'can gain privileges',
  runAsNonRoot: 'can run as root',
  runAsUser: 'runs as root',
};

function restrictedViolations({ pod }: PodAt): readonly string[] {
  return podSecurityViolations(pod, 'restricted').flatMap(({ path }) => {
    const text = own(violationTexts, String(path.at(-1)));
    const name = path[1] === 'securityContext' ? undefined : valueAt(pod, ...path.slice(0, 3), 'name');
    return text === undefined ? [] : [`${name === undefined ? 'the pod' : `container ${asText(name)}`} ${text}`];
  });
}
