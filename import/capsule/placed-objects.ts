import { groupBy } from '../../data/group-by.ts';
import { memo } from '../../data/memo.ts';
import { type Tree, textAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import type { FieldReference, RuleFact, SourceFact } from '../effect/fact.ts';
import { objectFacts } from '../effect/objects.ts';
import { pluralOf } from '../resources/kubectl-names.ts';
import { nameOf, type Target } from './replication-scope.ts';
import { ruleFacts } from './rules.ts';
import type { CapsuleTenant } from './scope.ts';

/** The effects of an object that Capsule replicates into a namespace. None of its own if a rule of the Tenant rejects it. */
export function placedFacts(body: Tree, target: Target, from: readonly FieldReference[]): readonly SourceFact[] {
  const rule = rejectingRule(body, target);
  if (rule === undefined) return objectFacts(body, target[1]).map((fact) => ({ ...fact, from, ...nameOf(body) }));
  const text = `Capsule rejects ${textAt(body, 'kind')} ${textAt(body, 'metadata', 'name')} because of its rule on ${rule}`;
  return [{ aspect: 'behavior', text, from }];
}

const rulesOf = memo((tenant: CapsuleTenant) => {
  const rules = ruleFacts(tenant).filter((fact): fact is SourceFact & RuleFact => fact.aspect === 'rule');
  return groupBy(rules, ({ namespace }) => namespace);
});

/** The webhooks also check replicated objects, but Argo CD is exempt from the rules that the import writes. */
function rejectingRule(body: Tree, [tenant, namespace]: Target): string | undefined {
  const request = {
    operation: 'CREATE',
    group: groupOf(textAt(body, 'apiVersion')),
    resource: pluralOf(textAt(body, 'kind')),
    object: body,
    oldObject: undefined,
    namespaceObject: undefined,
    user: { username: '', groups: [] },
  } as const;
  return rulesOf(tenant)
    .get(namespace)
    ?.find(({ rejects }) => rejects?.(request))?.rule;
}
