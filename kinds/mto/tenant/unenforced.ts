import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
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
export function warnAboutUnenforced({ body }: TenantResource, { settings }: World, report: Report): void {
  if (settings.enforcement) return;
  for (const field of unenforcedFields) {
    const isQuota = field === 'podPriorityClasses' && settings.quotasFor !== undefined;
    if (isQuota || !isRestricting(body.spec[field])) continue;
    const [why, fix] = settings.quotasFor ? withQuotas : withoutEnforcement;
    const what = field.endsWith('Classes') ? 'does not restrict the use of classes' : 'restricts nothing';
    report('ignored-field', ['spec', field], `${field} ${what}: ${why}`, { fix });
  }
}

const withoutEnforcement = [
  'no admission policy enforces it',
  'set spec.enforcement.backend of the Platform to policies or gatekeeper',
] as const;
const withQuotas = [
  'quotas cannot enforce it',
  'set spec.enforcement.backend of the Platform to policies or gatekeeper',
] as const;

/** Whether a field restricts anything. `denyWildcards: false` and empty lists do not. */
function isRestricting(field: object = {}): boolean {
  return Object.values(field).some((value) => (Array.isArray(value) ? value.length > 0 : value !== false));
}
