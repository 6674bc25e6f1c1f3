import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { listAt } from '../../../data/tree.ts';
import type { TenantResource } from './members.ts';

const unenforcedFields = [
  'hostValidationConfig',
  'imageRegistries',
  'ingressClasses',
  'podPriorityClasses',
  'serviceAccounts',
  'storageClasses',
] as const;

/** Warns about fields that only an admission policy could enforce. An empty mapping restricts nothing. */
export function warnOfUnenforced({ body }: TenantResource, { settings }: World, report: Report): void {
  if (settings.enforcement) {
    warnOfOlderLists(body.spec, report);
    return;
  }
  for (const field of unenforcedFields) {
    if (!isRestricting(body.spec[field])) continue;
    const message = `${field} is checked; no admission policy is rendered for it`;
    report('ignored-field', ['spec', field], message, { fix: 'set spec.enforcement in the Platform' });
  }
}

/** Lists of older versions that no rule enforces. */
const olderLists = [
  ['imageRegistries', 'denied'],
  ['ingressClasses', 'denied'],
  ['podPriorityClasses', 'denied'],
  ['serviceAccounts', 'allowed'],
  ['storageClasses', 'denied'],
] as const;

function warnOfOlderLists(spec: TenantResource['body']['spec'], report: Report): void {
  for (const [field, list] of olderLists) {
    if (listAt(spec, field, list).length === 0) continue;
    report('ignored-field', ['spec', field, list], `${field}.${list} is checked; no rule of admission enforces it`);
  }
}

/** Whether a list has an entry. `denyWildcards: false` and empty lists restrict nothing. */
function isRestricting(field: object = {}): boolean {
  return Object.values(field).some((value) => (Array.isArray(value) ? value.length > 0 : value !== false));
}
