import { textAt } from '../../data/tree.ts';
import { celOfMemberOrApplication, isMemberOrApplication } from '../members.ts';
import { type Rule, writes } from '../rule.ts';

/** No ResourceQuota counts Events, so a member could fill the space of etcd with large ones. */
export const events: Rule = {
  id: 'events',
  about:
    'Events that members, their Applications, and accounts in namespaces of the tenant create or change. No quota counts Events. Controllers outside the tenant can create them.',
  targets: ['', 'events.k8s.io'].map((group) => ({ group, resources: ['events'], operations: writes })),
  scope: 'tenants',
  exempts: 'platform',
  variables: { isMember: celOfMemberOrApplication },
  clauses: [
    {
      message: 'Events, which no quota counts',
      change: "variables.isMember ? [object.metadata.?name.orValue('')] : []",
      findChanges: (request) => (isMemberOrApplication(request) ? [textAt(request.object, 'metadata', 'name')] : []),
    },
  ],
};
