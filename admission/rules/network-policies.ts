import { isMapping, listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { annotationList, hasAnnotation } from '../cel.ts';
import { addedItems, differs } from '../changed-fields.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { celOfForeignSelector, hasForeignSelector, ownLabels } from '../own-namespaces.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import { type ContentClause, type Rule, writes } from '../rule.ts';

const directions = ['ingress', 'egress'];

const peers = '(r.?from.orValue([]) + r.?to.orValue([]))';

const rulesOf = (policy: string) => `${policy}.spec[?d].orValue([])`;
const typesOf = (policy: string) => `${policy}.spec.?policyTypes.orValue([])`;

/**
 * The rules of each direction that a request adds, changes or applies to other pods. Contains all rules of a direction if the
 * policy is new, if the pod selector changes, or if the update adds the direction to the policy types.
 */
const added = `['ingress', 'egress'].map(d, ${rulesOf('object')}.filter(r, oldObject == null
  || object.spec.?podSelector != oldObject.spec.?podSelector
  || ${typesOf('object')}.exists(t, t.lowerAscii() == d && !(t in ${typesOf('oldObject')}))
  || !(r in ${rulesOf('oldObject')})))`;

const maximumOfRules: Maximum = {
  what: 'rules',
  count: 200,
  cel: (object) => `['ingress', 'egress'].map(d, ${rulesOf(object)}.size()).sum()`,
  find: (object) => rulesIn(object).length,
};

const maximumOfPeers: Maximum = {
  what: 'peers',
  count: 2000,
  cel: (object) => `['ingress', 'egress'].map(d, ${rulesOf(object)}
  .map(r, ['from', 'to'].map(f, r[?f].orValue([]).size()).sum()).sum()).sum()`,
  find: (object) => rulesIn(object).flatMap(peersOf).length,
};

/** NetworkPolicies are additive, so no rule may allow traffic beyond the tenant. */
export const networkPolicies: Rule = {
  id: 'network-policies',
  about: "Peers of tenants' own NetworkPolicies: pods of the tenant, and the networks that the annotation lists.",
  targets: [{ group: 'networking.k8s.io', resources: ['networkpolicies'], operations: writes }],
  scope: 'tenants',
  exempts: 'platform',
  variables: { networks: annotationList(keys.networks), added },
  clauses: limited(
    maximumOfRules,
    limited(maximumOfPeers, [
      clause('rules without peers, which allow every peer', {
        cel: `${peers}.size() == 0`,
        test: (rule) => peersOf(rule).length === 0,
      }),
      clause(`rules with peers whose namespaceSelector requires ${ownLabels}`, {
        cel: `${peers}.exists(p, ${celOfForeignSelector('p')})`,
        test: (rule, request) => peersOf(rule).some((peer) => hasForeignSelector(peer, request)),
      }),
      clause(`rules with networks that ${keys.networks} does not list`, {
        cel: `${peers}.exists(p, has(p.ipBlock) && !(p.ipBlock.cidr in variables.networks))`,
        test: (rule, request) => peersOf(rule).some((peer) => isOtherNetwork(peer, request)),
      }),
    ]),
  ),
};

/** A condition on an ingress or egress rule `r`. */
interface Condition {
  readonly cel: string;
  readonly test: (rule: unknown, request: AdmissionRequest) => boolean;
}

/** Returns a clause whose values are the directions with a rule that meets the condition. */
function clause(message: string, { cel, test }: Condition): ContentClause {
  return {
    message,
    comparesVersions: true,
    cel: () => `!${hasAnnotation(keys.networks)} ? [] : ['ingress', 'egress']
  .filter(d, variables.added[d == 'ingress' ? 0 : 1].exists(r, ${cel}))`,
    find: (object, request) => {
      const isLimited = listIn(request, keys.networks) !== undefined;
      return directions.filter(
        (direction) => isLimited && addedRules(direction, { ...request, object }).some((rule) => test(rule, request)),
      );
    },
  };
}

function addedRules(direction: string, { object, oldObject, ...request }: AdmissionRequest): readonly unknown[] {
  if (!object || !oldObject) return listAt(object, 'spec', direction);
  const update = { ...request, object, oldObject };
  const isWider =
    differs(update, 'spec', 'podSelector') ||
    addedItems(update, 'spec', 'policyTypes').some((type) => String(type).toLowerCase() === direction);
  return isWider ? listAt(object, 'spec', direction) : addedItems(update, 'spec', direction);
}

function rulesIn(policy: Tree): readonly unknown[] {
  return directions.flatMap((direction) => listAt(policy, 'spec', direction));
}

function peersOf(rule: unknown): readonly unknown[] {
  return [...listAt(rule, 'from'), ...listAt(rule, 'to')];
}

function isOtherNetwork(peer: unknown, request: AdmissionRequest): boolean {
  const networks = listIn(request, keys.networks) ?? [];
  return isMapping(valueAt(peer, 'ipBlock')) && !networks.includes(textAt(peer, 'ipBlock', 'cidr'));
}
