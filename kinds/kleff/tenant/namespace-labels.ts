import type { Resource } from '../../../core/kind/resource.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { Labels } from '../../../templates/views.ts';

/** Enforced as the cluster's minor version knows it, since checks move; warned of as the newest does. */
export function namespaceLabels({ name, body }: Resource<'kleff-tenant'>, settings: Settings): Labels {
  return {
    'istio-injection': settings.mesh === 'none' ? 'disabled' : 'enabled',
    'kleff.io/tenant': name,
    'kleff.io/tenant-plan': body.spec.plan,
    'kleff.io/tenant-username': body.spec.username,
    'pod-security.kubernetes.io/audit': 'restricted',
    'pod-security.kubernetes.io/audit-version': 'latest',
    'pod-security.kubernetes.io/enforce': settings.podSecurity,
    'pod-security.kubernetes.io/enforce-version': `v${settings.kubernetes}`,
    'pod-security.kubernetes.io/warn': 'restricted',
    'pod-security.kubernetes.io/warn-version': 'latest',
  };
}
