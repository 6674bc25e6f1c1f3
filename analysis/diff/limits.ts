import { isLimitKey, itemsIn } from '../../admission/limits.ts';
import { type Tree, textEntriesAt } from '../../data/tree.ts';
import { loosened, type RiskFinding } from './change.ts';

/** Finds lists and modes on a tenant namespace that make admission rules allow more than before. */
export function limits(old: Tree, now: Tree, isExpected: (item: string) => boolean): readonly RiskFinding[] {
  const found = [...changedLists(old, now, isExpected), ...changedModes(old, now)];
  return found.map(loosened);
}

function changedLists(old: Tree, now: Tree, isExpected: (item: string) => boolean): readonly string[] {
  const after = new Map(textEntriesAt(now, 'metadata', 'annotations'));
  const lists = textEntriesAt(old, 'metadata', 'annotations').filter(([key]) => isLimitKey(key));
  return lists.flatMap(([key, text]) => {
    const list = after.get(key);
    if (list === undefined) return [`${key} no longer limits anything`];
    const [before, items] = [itemsIn(text), itemsIn(list)];
    const isDeny = key.startsWith('leasehold.dev/deny-');
    const more = isDeny
      ? before.filter((item) => !items.includes(item))
      : items.filter((item) => !before.includes(item) && !isExpected(item));
    return more.length === 0
      ? []
      : [`${key} ${isDeny ? 'no longer lists' : 'also lists'} ${more.map(shown).join(', ')}`];
  });
}

function shown(item: string): string {
  return item === '' ? '(none)' : item;
}

const strictness: Readonly<Record<string, number>> = { audit: 0, warn: 1, deny: 2 };

/**
 * Finds modes that became less strict. A namespace without the label has the Platform's mode, which is in the binding of the
 * rule. This function does not read bindings, and assumes deny.
 */
function changedModes(old: Tree, now: Tree): readonly string[] {
  const before = new Map(textEntriesAt(old, 'metadata', 'labels'));
  const modes = textEntriesAt(now, 'metadata', 'labels').filter(([key]) => key.startsWith('enforce.leasehold.dev/'));
  return modes.flatMap(([key, mode]) => {
    const was = before.get(key) ?? 'deny';
    return (strictness[mode] ?? 0) < (strictness[was] ?? 2) ? [`${key} is ${mode}, was ${was}`] : [];
  });
}
