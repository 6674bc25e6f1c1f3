import { groupBy } from '../../data/group-by.ts';
import { valueAt } from '../../data/tree.ts';
import type { ComparedFact } from '../effect/compared.ts';
import { withoutProbes } from '../effect/source-system.ts';
import { differencesText } from './differences-text.ts';

/** Sentences about differing effects that no field of the export causes. These are defaults of the operator. */
export function unstatedDifferences(compared: readonly ComparedFact[]): readonly string[] {
  const unstated = compared.filter(
    ({ fact, difference }) =>
      difference &&
      !difference.isEverywhere &&
      fact.aspect !== 'statement' &&
      fact.aspect !== 'behavior' &&
      !fact.from.some(({ source, path }) => valueAt(source.body, ...path) !== undefined),
  );
  const groups = groupBy(unstated, ({ difference }) =>
    withoutProbes(`${difference?.text}${difference?.examples ?? ''}`),
  );
  return [...groups.values()].map((group) => `By default: ${differencesText(group)}`);
}
