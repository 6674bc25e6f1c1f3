import type { Labels } from '../../templates/views.ts';
import type { Settings } from './settings.ts';

/** Enforced as the cluster's minor version knows it, because checks move; warned about as the newest version does. */
export function podSecurityLabels({ kubernetes, podSecurity }: Settings): Labels {
  return {
    'pod-security.kubernetes.io/audit': 'restricted',
    'pod-security.kubernetes.io/audit-version': 'latest',
    'pod-security.kubernetes.io/enforce': podSecurity,
    'pod-security.kubernetes.io/enforce-version': `v${kubernetes}`,
    'pod-security.kubernetes.io/warn': 'restricted',
    'pod-security.kubernetes.io/warn-version': 'latest',
  };
}
