import { textAt } from '../../data/tree.ts';
import { hasAnnotation } from '../cel.ts';
import { differs } from '../changed-fields.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

/** These policies add to NetworkPolicies, and select peers in ways that the rule `network-policies` cannot check. */
export const cniPolicies: Rule = {
  id: 'cni-policies',
  about: "Tenants' own network policies of Cilium and Calico, in namespaces with a list of networks.",
  targets: [
    { group: 'cilium.io', resources: ['ciliumnetworkpolicies'], operations: writes },
    { group: 'crd.projectcalico.org', resources: ['networkpolicies'], operations: writes },
  ],
  scope: 'tenants',
  exempts: 'platform',
  clauses: [
    {
      message: 'network policies other than a NetworkPolicy of networking.k8s.io',
      cel: (object) => `${hasAnnotation(keys.networks)} ? [${object}.kind] : []`,
      find: (object, request) => (listIn(request, keys.networks) ? [textAt(object, 'kind')] : []),
      changes: {
        cel: 'object.?spec != oldObject.?spec || object.?specs != oldObject.?specs',
        test: (_, request) => differs(request, 'spec') || differs(request, 'specs'),
      },
    },
  ],
};
