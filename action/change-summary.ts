import { type Change, type Risk, risks } from '../analysis/diff/change.ts';
import { compare } from '../data/order.ts';
import { count } from '../shell/text.ts';
import type { ActionRun } from './action-run.ts';

/** The tenants that exist on only one side of a comparison. */
export interface TenantNames {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The risks, most severe first. */
export const riskNames = Object.keys(risks) as readonly Risk[];

/** The most severe risk of the changes. `routine` if there are none. */
export function worstRisk(changes: readonly Change[]): Risk {
  return riskNames.find((risk) => changes.some((change) => change.risk === risk)) ?? 'routine';
}

/** The names of the changed tenants, sorted. `platform` means everything shared. */
export function changedTenants(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.map(({ tenant }) => tenant))].sort(compare);
}

/** `5 objects of 2 tenants: 1 added, 0 changed, 4 removed` */
export function changeSummary(changes: readonly Change[]): string {
  const { added, changed, removed } = changeCounts(changes);
  return `${count(changes.length, 'object')} of ${count(changedTenants(changes).length, 'tenant')}: ${added} added, ${changed} changed, ${removed} removed`;
}

/** `1 tenant removed, 1 tenant added, 2 tenants changed; worst risk **data-loss**` */
export function changeHeadline(changes: readonly Change[], tenants: TenantNames): string {
  const { added, removed } = tenants;
  const changed = changedTenants(changes).length - added.length - removed.length;
  const parts = (
    [
      ['removed', removed.length],
      ['added', added.length],
      ['changed', changed],
    ] as const
  ).flatMap(([what, number]) => (number > 0 ? [`${count(number, 'tenant')} ${what}`] : []));
  return `${parts.join(', ')}; worst risk **${worstRisk(changes)}**`;
}

export function changeCounts(changes: readonly Change[]): Readonly<Record<Change['action'], number>> {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { action } of changes) counts[action]++;
  return counts;
}

/**
 * Sets the outputs about changes: the tenants as a JSON array, the counts, and the worst risk. The risk includes that of the
 * changes relative to the base, which the committed manifests might not contain yet.
 */
export function setChangeOutputs(
  { ports: { runner } }: ActionRun,
  changes: readonly Change[],
  proposed: readonly Change[] = [],
): void {
  const { added, changed, removed } = changeCounts(changes);
  const all = [...changes, ...proposed];
  runner.output('changed-tenants', JSON.stringify(changedTenants(changes)));
  runner.output('objects-added', String(added));
  runner.output('objects-changed', String(changed));
  runner.output('objects-removed', String(removed));
  runner.output('risk', all.length === 0 ? 'none' : worstRisk(all));
}
