import type { Rule } from '../../admission/rule.ts';
import { rulesFor } from '../../admission/rules/index.ts';
import { table } from './table.ts';

/** Every rule, with the resources that it checks and the accounts that it does not limit. */
export function ruleTable(): string {
  const rows = rulesFor({ users: [], groups: [] }).map((rule) => [
    `\`${rule.id}\``,
    rule.about,
    resourcesOf(rule).join(', '),
    rule.exempts,
  ]);
  return table(['rule', 'limits', 'checked resources', 'exempt'], rows);
}

function resourcesOf({ targets }: Rule): readonly string[] {
  const names = targets.flatMap(({ group, resources }) =>
    resources.map((resource) => (resource === '*/*' ? 'all' : group === '' ? resource : `${resource}.${group}`)),
  );
  return [...new Set(names)].sort();
}
