import { asText } from '../../data/as-text.ts';
import { isSame, listAt, mappingAt, type Tree, valueAt } from '../../data/tree.ts';
import { loosened, type ObjectPair, type RiskFinding, widened } from './change.ts';
import { contentOf, newItems } from './tree.ts';

/** Finds traffic that NetworkPolicies, policies of network plugins and Istio's AuthorizationPolicies newly allow. */
export function networkAccess(pair: ObjectPair): readonly RiskFinding[] {
  const { group, kind } = pair.id;
  if (kind === 'NetworkPolicy' && group === 'networking.k8s.io') return networkPolicy(pair);
  if (kind.endsWith('NetworkPolicy')) return pluginPolicy(pair);
  if (kind === 'AuthorizationPolicy') return authorizationPolicy(pair);
  return [];
}

/** Compares policies such as those of Cilium and Calico. Their rules can allow and deny, so every difference counts. */
function pluginPolicy({ id, old, now, isNew, context }: ObjectPair): readonly RiskFinding[] {
  if (!now) return [loosened('the policy no longer blocks traffic')];
  if (!old)
    return !isNew && context.hadKind(id.namespace, id.kind) ? [widened('another policy can allow traffic')] : [];
  return isSame(contentOf(old), contentOf(now)) ? [] : [loosened('the policy is different')];
}

function networkPolicy({ id, old, now, isNew, context }: ObjectPair): readonly RiskFinding[] {
  if (!now) return [loosened('the policy no longer blocks traffic')];
  if (!old)
    return !isNew && context.hadKind(id.namespace, 'NetworkPolicy') && allowsAnything(now)
      ? [widened('another policy allows traffic')]
      : [];
  const findings: RiskFinding[] = [];
  if (!isSame(valueAt(old, 'spec', 'podSelector'), valueAt(now, 'spec', 'podSelector')))
    findings.push(loosened('the policy applies to other pods'));
  const types = newItems(policyTypes(now), policyTypes(old));
  for (const type of types) findings.push(loosened(`the policy no longer limits ${asText(type)}`));
  for (const [direction, peers] of [
    ['ingress', 'from'],
    ['egress', 'to'],
  ] as const) {
    const [before, after] = [listAt(old, 'spec', direction), listAt(now, 'spec', direction)];
    if (allowsMoreTraffic(before, newItems(before, after), peers))
      findings.push(widened(`${direction} allows more traffic`));
  }
  return findings;
}

/** The directions that a policy limits. By default, it limits ingress, and also egress if it has egress rules. */
function policyTypes(policy: Tree): readonly unknown[] {
  const types = listAt(policy, 'spec', 'policyTypes');
  if (types.length > 0) return types;
  return listAt(policy, 'spec', 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

/** The maximum number of rule comparisons. A change that needs more counts as a wider policy. */
const maxComparisons = 1000;

function allowsMoreTraffic(before: readonly unknown[], added: readonly unknown[], peers: 'from' | 'to'): boolean {
  if (before.length * added.length > maxComparisons) return true;
  return added.some((rule) => !before.some((other) => covers(other, rule, peers)));
}

function allowsAnything(policy: Tree): boolean {
  return listAt(policy, 'spec', 'ingress').length + listAt(policy, 'spec', 'egress').length > 0;
}

/**
 * True only if the wide rule allows everything that the narrow rule allows. Compares peers and ports as a whole. An
 * empty list of peers or ports matches all.
 */
function covers(wide: unknown, narrow: unknown, peers: 'from' | 'to'): boolean {
  return (
    listCovers(listAt(wide, peers), listAt(narrow, peers)) && listCovers(listAt(wide, 'ports'), listAt(narrow, 'ports'))
  );
}

function listCovers(wide: readonly unknown[], narrow: readonly unknown[]): boolean {
  if (wide.length === 0) return true;
  return narrow.length > 0 && newItems(wide, narrow).length === 0;
}

/**
 * Compares AuthorizationPolicies. ALLOW rules allow requests, and DENY rules block them. Without any policy, all
 * requests are allowed.
 */
function authorizationPolicy({ id, old, now, isNew, context }: ObjectPair): readonly RiskFinding[] {
  if (!now) return [loosened('the policy no longer blocks traffic')];
  const action = actionOf(now);
  const denies = action === 'DENY';
  if (!old) {
    const isAdditional = context.hadKind(id.namespace, 'AuthorizationPolicy') && rulesOf(now).length > 0;
    const allowsMore = !isNew && !denies && (isAdditional || allowsAnyone(now));
    return allowsMore ? [widened('another policy allows requests')] : [];
  }
  if (actionOf(old) !== action) return [widened(`action is ${action}, was ${actionOf(old)}`)];
  const rest = (tree: Tree) => ({ ...mappingAt(tree, 'spec'), rules: undefined });
  if (!isSame(rest(old), rest(now))) return [loosened('the policy applies to other workloads')];
  if (action === 'CUSTOM' && !isSame(rulesOf(old), rulesOf(now)))
    return [loosened('an extension authorizes other requests than before')];
  const [before, after] = denies ? [rulesOf(now), rulesOf(old)] : [rulesOf(old), rulesOf(now)];
  const why = denies ? 'a rule that denied requests is removed or narrower' : 'a rule allows more requests';
  return newItems(before, after).length > 0 ? [widened(why)] : [];
}

function actionOf(policy: Tree): string {
  return asText(valueAt(policy, 'spec', 'action') ?? 'ALLOW');
}

/** True if a rule has no sources. Such a policy only allows more, if a policy of the whole mesh denies by default. */
function allowsAnyone(policy: Tree): boolean {
  return rulesOf(policy).some((rule) => listAt(rule, 'from').length === 0);
}

function rulesOf(policy: Tree): readonly unknown[] {
  return listAt(policy, 'spec', 'rules');
}
