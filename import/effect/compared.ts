import { differenceOf, type RenderedEffect } from './compare.ts';
import type { Difference } from './difference.ts';
import type { SourceFact } from './fact.ts';

/** A fact, and how the render differs from it. `difference` is undefined if the render has the same effect. */
export interface ComparedFact {
  readonly fact: SourceFact;
  readonly difference: Difference | undefined;
}

export function compareFacts(facts: readonly SourceFact[], rendered: RenderedEffect): readonly ComparedFact[] {
  return facts.map((fact) => ({ fact, difference: differenceOf(fact, rendered) }));
}
