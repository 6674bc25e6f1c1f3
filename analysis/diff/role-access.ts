import { asText } from '../../data/as-text.ts';
import { addToGroup } from '../../data/group-by.ts';
import { shortList } from '../../data/short-list.ts';
import { shortText } from '../../data/short-text.ts';
import { isSame, listAt, valueAt } from '../../data/tree.ts';
import { type ObjectPair, type RiskFinding, widened } from './change.ts';
import { newItems } from './tree.ts';

/** The maximum number of combinations of verbs, resources and names. A short rule can have millions. */
const maxCombinations = { old: 5000, new: 500 };

/**
 * Finds what a role newly allows. A new role counts too, because a binding in the cluster can refer to a role before it
 * exists.
 */
export function roleAccess({ old, now, isNew, isOnboarding }: ObjectPair): readonly RiskFinding[] {
  if (!now || isNew || isOnboarding) return [];
  const before = listAt(old, 'rules');
  const findings = newPermissions(before, newItems(before, listAt(now, 'rules')));
  return isSame(valueAt(old, 'aggregationRule'), valueAt(now, 'aggregationRule'))
    ? findings
    : [...findings, widened('the aggregationRule of the role is different')];
}

function newPermissions(before: readonly unknown[], added: readonly unknown[]): readonly RiskFinding[] {
  if (firstOf(added, maxCombinations.new).length < added.length)
    return [
      widened(
        `the role has new rules with more than ${maxCombinations.new} combinations of verbs, resources and names`,
      ),
    ];
  const isCovered = coverage(firstOf(before, maxCombinations.old).flatMap(permissionsOf));
  const more = added.flatMap(permissionsOf).filter((permission) => !isCovered(permission));
  return [...new Set(more.map(textOf))].map((permission) => widened(`the role can ${permission}`));
}

/** The rules that fit into the limit. Omitted old rules make more permissions count as new. */
function firstOf(rules: readonly unknown[], limit: number): readonly unknown[] {
  let total = 0;
  return rules.filter((rule) => {
    const size = combinationsOf(rule);
    if (total + size > limit) return false;
    total += size;
    return true;
  });
}

function combinationsOf(rule: unknown): number {
  const count = (field: string) => listAt(rule, field).length;
  const targets = count('apiGroups') * count('resources') + count('nonResourceURLs');
  return Math.max(1, count('verbs') * targets * Math.max(1, count('resourceNames')));
}

/** A verb on a resource or URL. `*` matches everything. An empty list of names matches every object. */
interface Permission {
  readonly verb: string;
  readonly on: string;
  readonly group: string;
  readonly names: readonly string[];
}

function permissionsOf(rule: unknown): readonly Permission[] {
  const texts = (field: string) => listAt(rule, field).map(asText);
  const names = texts('resourceNames');
  const targets = [
    ...texts('apiGroups').flatMap((group) => texts('resources').map((on) => ({ group, on }))),
    ...texts('nonResourceURLs').map((on) => ({ group: 'url', on })),
  ];
  return texts('verbs').flatMap((verb) => targets.map((target) => ({ verb, names, ...target })));
}

/** Returns a function that reports whether any of the permissions includes another permission. */
function coverage(permissions: readonly Permission[]): (permission: Permission) => boolean {
  const namesByKey = new Map<string, (readonly string[])[]>();
  for (const { verb, group, on, names } of permissions) addToGroup(namesByKey, keyOf(verb, group, on), names);
  return ({ verb, group, on, names }) =>
    [verb, '*'].some((v) =>
      [group, '*'].some((g) =>
        [on, '*'].some((o) => (namesByKey.get(keyOf(v, g, o)) ?? []).some((wide) => covers(wide, names))),
      ),
    );
}

function covers(wide: readonly string[], narrow: readonly string[]): boolean {
  return wide.length === 0 || (narrow.length > 0 && newItems(wide, narrow).length === 0);
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

function textOf({ verb, on, group, names }: Permission): string {
  const limit = names.length === 0 ? '' : ` named ${shortText(shortList(names, 5))}`;
  const place = group === '' || group === 'url' ? on : `${on}.${group}`;
  return `${shortText(verb)} ${shortText(place)}${limit}`;
}
