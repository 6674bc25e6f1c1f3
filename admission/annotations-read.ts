import { keys } from './metadata-keys.ts';
import type { Clause, Rule } from './rule.ts';

/** The annotations that a rule reads. The rule has no effect in a namespace without any of them. */
export function annotationsRead({ variables = {}, clauses }: Rule): readonly string[] {
  const text = [...Object.values(variables), ...clauses.map(textOf)].join('\n');
  return Object.values(keys).filter((key) => text.includes(`'${key}'`));
}

function textOf(clause: Clause): string {
  return 'change' in clause ? clause.change : clause.cel('object');
}
