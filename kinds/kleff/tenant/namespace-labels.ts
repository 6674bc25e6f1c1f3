import type { Resource } from '../../../core/kind/resource.ts';
import { podSecurityLabels } from '../../../core/settings/pod-security.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { Labels } from '../../../templates/views.ts';

/**
 * The labels that the operator sets [sources: kleff-1], those of the Platform's enforcement and, in an isolated namespace, the
 * labels for the tenant and the Pod Security level.
 */
export function namespaceLabels({ name, tenant, body }: Resource<'kleff-tenant'>, settings: Settings): Labels {
  const own = {
    'istio-injection': settings.mesh === 'none' ? 'disabled' : 'enabled',
    'kleff.io/tenant-plan': body.spec.plan,
    'kleff.io/tenant-username': body.spec.username,
  };
  const isolated = settings.kleff.namespace === 'plain' ? undefined : { 'kleff.io/tenant': name };
  return Object.assign(
    {},
    settings.enforcement?.labelsFor(tenant),
    own,
    isolated,
    isolated && podSecurityLabels(settings),
  );
}
