import { formatPath } from '../../core/problem/problem.ts';
import { type Fact, nameIn, type Subject } from './fact.ts';

/** The fact as the subject of a sentence, without its namespace. */
export function describeFact(fact: Fact): string {
  switch (fact.aspect) {
    case 'namespace':
      return `the namespace in Tenant ${fact.tenant}`;
    case 'label':
    case 'annotation':
      return `${fact.aspect} ${fact.key}: ${fact.value}`;
    case 'access':
      return `${fact.role.kind} ${fact.role.name} for ${describeSubject(fact.subject)}`;
    case 'quota':
      return `at most ${fact.amount} ${fact.resource}${fact.scope === '' ? '' : ` in scope ${fact.scope}`}${fact.isShared ? ' together' : ''}`;
    case 'limit':
      return `the limits of each ${String(fact.limit['type'])}`;
    case 'object':
      return `${String(fact.body['kind'])} ${nameIn(fact.body)}`;
    case 'rule':
      return `the rule on ${fact.rule}`;
    case 'statement':
      return `${formatPath(fact.path)} of ${fact.resource}`;
    case 'field':
      return fact.object;
    case 'behavior':
      return fact.text;
  }
}

export function describeSubject({ kind, name, namespace }: Subject): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
