import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';

type Spec = NonNullable<Resource<'mto-integration-config'>['body']['spec']>;

const hint = { fix: 'set spec.enforcement in the Platform, with backend policies or gatekeeper' };

/** Warns about fields that only an admission policy could enforce. */
export function warnAboutUnenforced({ accessControl, tenantPolicies }: Spec, report: Report): void {
  if (accessControl?.namespaceAccessPolicy) {
    const message = 'namespaceAccessPolicy has no effect: no admission policy enforces it';
    report('ignored-field', ['spec', 'accessControl', 'namespaceAccessPolicy'], message, hint);
  }
  for (const field of ['serviceAccounts', 'users'] as const) {
    if (!accessControl?.privileged?.[field]?.length) continue;
    const what = field === 'users' ? 'users' : 'service accounts';
    const message = `the exemption for ${what} has no effect: no Platform enables admission policies`;
    report('ignored-field', ['spec', 'accessControl', 'privileged', field], message, hint);
  }
  for (const field of ['disableHostPorts', 'disableNodePortServices'] as const) {
    if (!tenantPolicies?.network?.[field]) continue;
    const message = `${field} has no effect: no admission policy enforces it`;
    report('ignored-field', ['spec', 'tenantPolicies', 'network', field], message, hint);
  }
}
