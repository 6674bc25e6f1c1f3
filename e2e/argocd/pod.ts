import type { KubeObject } from '../manifests.ts';

/** A pod that the namespaces of tenants allow. */
export function podIn(namespace: string): KubeObject {
  const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
  const pod = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } };
  const containers = [{ name: 'app', image: 'app:1', securityContext }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'app', namespace },
    spec: { securityContext: pod, containers },
  };
}
