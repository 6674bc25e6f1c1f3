import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import type { ComparedFact } from '../effect/compared.ts';
import { describeNames } from '../effect/describe.ts';
import { namespacesOfFact } from '../effect/fact.ts';
import { isNewNamespace, withoutProbes } from '../effect/source-system.ts';

/** A sentence for each difference with its namespaces, followed by advice. */
export function differencesText(differing: readonly ComparedFact[]): string {
  const groups = groupBy(differing, (one) => JSON.stringify([sentenceOf(one), examplesOf(one)]));
  const sentences = [...groups].map(([key, facts]) => (JSON.parse(key) as readonly string[]).join(placesOf(facts)));
  const advice = [...new Set(differing.map(({ fact }) => fact.advice ?? ''))].filter((text) => text !== '');
  return [...sentences, ...advice].join('; ');
}

function sentenceOf({ difference }: ComparedFact): string {
  if (!difference) return '';
  const { kind, text } = difference;
  const direction = kind === 'narrower' || kind === 'wider' ? kind : difference.direction;
  return withoutProbes(direction ? `${direction}: ${text}` : text);
}

function examplesOf({ difference }: ComparedFact): string {
  return difference?.examples === undefined ? '' : `: ${difference.examples}`;
}

/** The namespaces of the facts, unless the sentences name them. */
function placesOf(facts: readonly ComparedFact[]): string {
  if (facts.some(({ difference }) => difference?.isEverywhere)) return '';
  const names = facts.flatMap(({ fact }) =>
    fact.aspect === 'quota' || fact.aspect === 'namespace' ? [] : namespacesOfFact(fact),
  );
  const shown = names.map((name) => (isNewNamespace(name) ? 'new namespaces' : name));
  return names.length === 0 ? '' : ` in ${describeNames([...new Set(shown)].sort(compare))}`;
}
