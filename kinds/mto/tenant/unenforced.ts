import type { Report } from '../../../core/problem/problem.ts';
import type { TenantResource } from './members.ts';

const guards = ['hostValidationConfig', 'imageRegistries', 'serviceAccounts'] as const;

/** What only admission could hold tenants to: whoever relies on it must know that nothing does. */
export function warnOfUnenforced({ body }: TenantResource, report: Report): void {
  for (const field of guards) {
    if (!body.spec[field]) continue;
    const message = `${field} is checked; no admission policy is rendered for it`;
    report('ignored-field', ['spec', field], message);
  }
}
