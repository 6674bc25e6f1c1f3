import { isLimitKey, itemsIn } from '../../admission/limits.ts';
import { modeLabel } from '../../admission/metadata-keys.ts';
import { type Tree, textEntriesAt } from '../../data/tree.ts';
import { loosened, type RiskFinding } from './change.ts';

export interface LimitContext {
  /** Whether the change itself explains an additional item of a list. */
  readonly isExpected: (item: string) => boolean;
  /** The Platform's new mode of a rule. Undefined if the rule no longer exists. */
  readonly standardMode: (rule: string) => string | undefined;
}

/** Finds lists and modes on a tenant namespace that make admission rules allow more than before. */
export function limits(old: Tree, now: Tree, context: LimitContext): readonly RiskFinding[] {
  const found = [...changedLists(old, now, context.isExpected), ...changedModes(old, now, context)];
  return found.map(loosened);
}

function changedLists(old: Tree, now: Tree, isExpected: (item: string) => boolean): readonly string[] {
  const after = new Map(textEntriesAt(now, 'metadata', 'annotations'));
  const lists = textEntriesAt(old, 'metadata', 'annotations').filter(([key]) => isLimitKey(key));
  return lists.flatMap(([key, text]) => {
    const list = after.get(key);
    if (list === undefined) return [`the annotation ${key} is removed`];
    const [before, items] = [itemsIn(text), itemsIn(list)];
    const isDeny = key.startsWith('leasehold.dev/deny-');
    const more = isDeny
      ? before.filter((item) => !items.includes(item))
      : items.filter((item) => !before.includes(item) && !isExpected(item));
    return more.length === 0
      ? []
      : [`${key} ${isDeny ? 'no longer lists' : 'now lists'} ${more.map(shown).join(', ')}`];
  });
}

function shown(item: string): string {
  return item === '' ? '(none)' : item;
}

const strictness: Readonly<Record<string, number>> = { audit: 0, warn: 1, deny: 2 };
const modePrefix = modeLabel('');

/**
 * Finds modes that became less strict. Without the label, the Platform's mode applies. The old mode of the Platform is unknown, and
 * counts as deny.
 */
function changedModes(old: Tree, now: Tree, { standardMode }: LimitContext): readonly string[] {
  const [before, after] = [old, now].map((side) => new Map(textEntriesAt(side, 'metadata', 'labels')));
  const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...keys].flatMap((key) => {
    if (!key.startsWith(modePrefix)) return [];
    const [stated, mode] = [before?.get(key), after?.get(key)];
    const was = stated ?? 'deny';
    const is = mode ?? standardMode(key.slice(modePrefix.length));
    if ((strictness[is ?? ''] ?? 0) >= (strictness[was] ?? 2)) return [];
    return [
      mode === undefined
        ? `${key} is no longer ${was}, and ${is === undefined ? 'the rule is not rendered' : `the Platform's mode is ${is}`}`
        : `${key} is ${is}, ${stated === undefined ? "and the Platform's mode applied before" : `was ${was}`}`,
    ];
  });
}
