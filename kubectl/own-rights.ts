import type { Allowance } from '../core/kind/capabilities.ts';
import { listAt, textsAt } from '../data/tree.ts';
import type { Cluster } from './reads.ts';

const question = {
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SelfSubjectRulesReview',
  spec: { namespace: 'default' },
};

/**
 * The objects of a type that the user can get, according to the permissions that the API server reports to the user.
 * This is the fallback for members who cannot list Tenants: leasehold renders a role for them that names the objects they can get.
 */
export function readable(group: string, resource: string, { ask }: Cluster): Allowance {
  const review = ask(question);
  const rules = review.ok ? listAt(review.value, 'status', 'resourceRules') : [];
  const own = rules.filter((rule) => {
    const covers = (field: string, wanted: string) => textsAt(rule, field).some((one) => one === wanted || one === '*');
    return covers('apiGroups', group) && covers('resources', resource) && covers('verbs', 'get');
  });
  if (own.some((rule) => textsAt(rule, 'resourceNames').length === 0)) return { sort: 'all' };
  const names = own.flatMap((rule) => textsAt(rule, 'resourceNames'));
  return names.length === 0 ? { sort: 'unset' } : { sort: 'listed', names: [...new Set(names)].sort() };
}
