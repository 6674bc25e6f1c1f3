import { isObjectName, structureProblem } from '../../core/gate/structure.ts';
import { describeFact } from './describe.ts';
import type { Difference } from './difference.ts';
import type { Fact, SourceFact } from './fact.ts';

/** The difference if the render has no such effect. */
export function lost(fact: SourceFact): Difference {
  if (fact.aspect === 'behavior') return { kind: fact.instead ?? 'lost', text: fact.text };
  if (fact.aspect === 'rule')
    return { kind: 'lost', direction: 'wider', text: `nothing enforces ${describeFact(fact)}` };
  if (fact.aspect === 'statement') return { kind: 'lost', text: `no valid file contains ${describeFact(fact)}` };
  if (fact.aspect === 'object' && fact.body['kind'] === 'Secret') {
    const text = `an import never writes ${describeFact(fact)}`;
    return { kind: 'lost', text };
  }
  const text = `${describeFact(fact)}${obstacleTo(fact)} is not rendered${tooShort(fact)}`;
  return { kind: 'lost', direction: directionOf(fact), text };
}

function tooShort(fact: Fact): string {
  if (fact.aspect !== 'namespace' || fact.namespace.length > 1) return '';
  return ', because a Tenant cannot list a namespace whose name has only one character';
}

/** What prevents a Template from rendering an object, if it is the object itself. */
function obstacleTo(fact: SourceFact): string {
  if (fact.aspect === 'access' && !isObjectName('rbac.authorization.k8s.io', fact.objectName ?? 'imported'))
    return ' is in a RoleBinding with an invalid name, and';
  const problem = fact.aspect === 'object' ? structureProblem(fact.body) : undefined;
  return problem ? ` ${problem.message}, and` : '';
}

/** Whether more or less is possible without the fact: more without a bound or a policy, and less without a role. */
function directionOf(fact: Fact): Difference['direction'] {
  if (fact.aspect === 'access') return 'narrower';
  const isPolicy = fact.aspect === 'object' && fact.body['kind'] === 'NetworkPolicy';
  return fact.aspect === 'quota' || fact.aspect === 'limit' || isPolicy ? 'wider' : undefined;
}
