import { isMapping, listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { annotationList, hasAnnotation } from '../cel.ts';
import { keys, tenantLabel } from '../metadata-keys.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

const directions = [
  ['ingress', 'from'],
  ['egress', 'to'],
] as const;

const peersOf = (policy: string, [direction, field]: (typeof directions)[number]) =>
  `${policy}.spec.?${direction}.orValue([]).map(r, r.?${field}.orValue([]))`;

/** The directions with a rule whose peers match a test. */
const directionsWith = (policy: string, test: string) => `!${hasAnnotation(keys.networks)} ? [] : ['ingress', 'egress']
  .filter(d, (d == 'ingress' ? ${peersOf(policy, directions[0])} : ${peersOf(policy, directions[1])})
  .exists(peers, ${test}))`;

const labels = 'p.?namespaceSelector.?matchLabels';
const isOwnNamespace = `(${labels}[?'${tenantLabel}'].orValue('') == namespaceObject.metadata.labels['${tenantLabel}']
    || ${labels}[?'kubernetes.io/metadata.name'].orValue('') == namespaceObject.metadata.name)`;

/** NetworkPolicies are additive, so each rule must not allow traffic beyond the tenant. */
export const networkPolicies: Rule = {
  id: 'network-policies',
  about: "Peers of tenants' own NetworkPolicies: pods of the tenant, and the networks that the annotation lists.",
  targets: [{ group: 'networking.k8s.io', resources: ['networkpolicies'], operations: writes }],
  scope: 'tenants',
  exempts: 'platform',
  variables: { networks: annotationList(keys.networks) },
  clauses: [
    {
      message: 'rules without peers, which allow everything',
      cel: (object) => directionsWith(object, 'peers.size() == 0'),
      find: (object, request) => find(object, request, (peers) => peers.length === 0),
    },
    {
      message: `namespaces that are not selected by the label ${tenantLabel} of the tenant or by the name of this namespace`,
      cel: (object) => directionsWith(object, `peers.exists(p, has(p.namespaceSelector) && !${isOwnNamespace})`),
      find: (object, request) => find(object, request, (peers) => peers.some((peer) => isForeign(peer, request))),
    },
    {
      message: `networks that ${keys.networks} does not list`,
      cel: (object) =>
        directionsWith(object, 'peers.exists(p, has(p.ipBlock) && !(p.ipBlock.cidr in variables.networks))'),
      find: (object, request) => {
        const networks = listIn(request, keys.networks) ?? [];
        return find(object, request, (peers) =>
          peers.some(
            (peer) => isMapping(valueAt(peer, 'ipBlock')) && !networks.includes(textAt(peer, 'ipBlock', 'cidr')),
          ),
        );
      },
    },
  ],
};

function find(
  policy: Tree,
  request: AdmissionRequest,
  test: (peers: readonly unknown[]) => boolean,
): readonly string[] {
  if (!listIn(request, keys.networks)) return [];
  const found = directions.filter(([direction, field]) =>
    listAt(policy, 'spec', direction).some((rule) => test(listAt(rule, field))),
  );
  return found.map(([direction]) => direction);
}

function isForeign(peer: unknown, { namespaceObject }: AdmissionRequest): boolean {
  const selector = valueAt(peer, 'namespaceSelector');
  if (!isMapping(selector)) return false;
  const tenant = textAt(namespaceObject, 'metadata', 'labels', tenantLabel);
  const isTenant = textAt(selector, 'matchLabels', tenantLabel) === tenant;
  const name = textAt(namespaceObject, 'metadata', 'name');
  return !isTenant && textAt(selector, 'matchLabels', 'kubernetes.io/metadata.name') !== name;
}
