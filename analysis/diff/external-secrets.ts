import { externalSecretUses } from '../../core/gate/external-secrets.ts';
import { type Tree, textAt } from '../../data/tree.ts';
import { type ObjectPair, type RiskFinding, widened } from './change.ts';
import { newItems } from './tree.ts';

/**
 * Finds new fields of an ExternalSecret that need a Grant, such as a generator, and Secrets that it newly changes without owning
 * them.
 */
export function externalSecrets({ id, old, now }: ObjectPair): readonly RiskFinding[] {
  if (id.kind !== 'ExternalSecret' || !now) return [];
  return newItems(old ? clausesOf(old) : [], clausesOf(now)).map((why) => widened(String(why)));
}

function clausesOf(object: Tree): readonly string[] {
  const merges = textAt(object, 'spec', 'target', 'creationPolicy') === 'Merge';
  const fields = externalSecretUses(object).flatMap((use) =>
    use.sort === 'field' && !use.isPart && !isReported(use.field) ? [`${use.field} is ${use.value}`] : [],
  );
  return [...fields, ...(merges ? ['it changes a Secret that another object created'] : [])];
}

/** True for stores and searches. `sensitiveFields` reports them. */
function isReported(field: string): boolean {
  return /(?:^|\.)(?:secretStoreRef|storeRef)\.|^spec\.dataFrom\.find(?:\.|$)/.test(field);
}
