import { keys } from './metadata-keys.ts';
import type { Clause, Rule } from './rule.ts';

/**
 * The annotations with lists that a rule reads. A rule that reads such annotations has no effect in a namespace that has none
 * of them.
 */
export function annotationsRead({ variables = {}, clauses }: Rule): readonly string[] {
  const text = [...Object.values(variables), ...clauses.map(textOf)].join('\n');
  return Object.values(keys).filter((key) => text.includes(`'${key}'`));
}

function textOf(clause: Clause): string {
  return 'change' in clause ? clause.change : clause.cel('object');
}
