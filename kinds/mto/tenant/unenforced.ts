import type { Report } from '../../../core/problem/problem.ts';
import type { TenantResource } from './members.ts';

const unenforcedFields = ['hostValidationConfig', 'imageRegistries', 'serviceAccounts'] as const;

/** Warns about fields that only an admission policy could enforce. */
export function warnOfUnenforced({ body }: TenantResource, report: Report): void {
  for (const field of unenforcedFields) {
    if (!body.spec[field]) continue;
    const message = `${field} is checked; no admission policy is rendered for it`;
    report('ignored-field', ['spec', field], message);
  }
}
