import { formatPath } from '../../core/problem/problem.ts';
import { listed } from '../../data/listed.ts';
import { shortList } from '../../data/short-list.ts';
import { type Fact, nameIn, type Subject } from './fact.ts';

/** The fact as the subject of a sentence. Omits the namespace unless the fact is about the namespace itself. */
export function describeFact(fact: Fact): string {
  switch (fact.aspect) {
    case 'namespace':
      return `namespace ${fact.namespace} of Tenant ${fact.tenant}`;
    case 'label':
    case 'annotation':
      return `${fact.aspect} ${fact.key}: ${quoted(fact.value)}`;
    case 'access':
      return `${fact.role.kind} ${fact.role.name} for ${describeSubject(fact.subject)}`;
    case 'quota':
      return `the ${fact.isShared ? 'shared ' : ''}quota of ${fact.resource} (${fact.amount})${fact.scope === '' ? '' : ` in scope ${fact.scope}`}`;
    case 'limit':
      return `the limit of type ${String(fact.limit['type'])}`;
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

/** The value, in quotation marks unless it is a single word. */
function quoted(value: string): string {
  return /^[!-~]+$/.test(value) ? value : JSON.stringify(value);
}

/** `a, b and c`, or `a, b and 3 more` for a long list. */
export function describeNames(names: readonly string[]): string {
  return names.length > maxNames ? shortList(names, maxNames) : listed(names);
}

const maxNames = 5;

export function describeSubject({ kind, name, namespace }: Subject): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
