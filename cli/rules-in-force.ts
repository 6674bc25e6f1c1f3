import type { RuleInForce } from '../analysis/rules/rules-in-force.ts';
import { table } from './table.ts';

/** The maximum number of items to print of a list. */
const maxItems = 5;

/** The rules that the API server enforces for a tenant, with their lists; nothing without enforcement. */
export function rulesText(rules: readonly RuleInForce[]): string {
  if (rules.length === 0) return '';
  const rows = rules.flatMap(({ rule, mode, lists }) => {
    const [first = '', ...others] = Object.entries(lists).map(([key, items]) => listText(key, items));
    return [[rule, mode, first], ...others.map((text) => ['', '', text])];
  });
  return `Rules that the API server enforces in the tenant's namespaces:\n${table(['RULE', 'MODE', 'LIST'], rows)}`;
}

function listText(key: string, items: readonly string[]): string {
  const shown = items.slice(0, maxItems).map((item) => (item === '' ? '(none)' : item));
  const more = items.length > maxItems ? [`${items.length - maxItems} more`] : [];
  return `${key.slice(key.indexOf('/') + 1)}: ${[...shown, ...more].join(', ') || 'nothing'}`;
}
