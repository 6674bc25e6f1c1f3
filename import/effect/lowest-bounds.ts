import { readQuantity } from '../../kubernetes/quantity.ts';
import { factKey, type QuotaFact } from './fact.ts';
import type { SourceModel } from './source-system.ts';

/** Replaces bounds for the same resource, scope and namespaces with the lowest one, because Kubernetes enforces the lowest. */
export function withLowestBounds(model: SourceModel): SourceModel {
  const amounts = new Map<string, string>();
  for (const fact of model.facts) {
    if (fact.aspect !== 'quota') continue;
    const known = amounts.get(boundKey(fact));
    if (known === undefined || milliOf(fact.amount) < milliOf(known)) amounts.set(boundKey(fact), fact.amount);
  }
  const facts = model.facts.map((fact) =>
    fact.aspect === 'quota' ? { ...fact, amount: amounts.get(boundKey(fact)) ?? fact.amount } : fact,
  );
  return { ...model, facts };
}

function boundKey(fact: QuotaFact): string {
  return `${factKey(fact)} ${fact.isShared}`;
}

function milliOf(amount: string): bigint {
  return readQuantity(amount) ?? 0n;
}
