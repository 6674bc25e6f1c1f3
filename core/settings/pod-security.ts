import type { Labels } from '../../templates/views.ts';
import type { Settings } from './settings.ts';

/**
 * The level is enforced with the checks of the cluster's minor version, because newer versions add checks. Warnings and audit
 * annotations use the latest version.
 */
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
