/** The API resources of kinds that run or configure workloads within a namespace, by `Kind.group`. */
export const workloadResources: ReadonlyMap<string, string> = new Map([
  ['ConfigMap', 'configmaps'],
  ['CronJob.batch', 'cronjobs'],
  ['DaemonSet.apps', 'daemonsets'],
  ['Deployment.apps', 'deployments'],
  ['ExternalSecret.external-secrets.io', 'externalsecrets'],
  ['HorizontalPodAutoscaler.autoscaling', 'horizontalpodautoscalers'],
  ['Ingress.networking.k8s.io', 'ingresses'],
  ['Job.batch', 'jobs'],
  ['PersistentVolumeClaim', 'persistentvolumeclaims'],
  ['Pod', 'pods'],
  ['PodDisruptionBudget.policy', 'poddisruptionbudgets'],
  ['Secret', 'secrets'],
  ['Service', 'services'],
  ['ServiceAccount', 'serviceaccounts'],
  ['ServiceMonitor.monitoring.coreos.com', 'servicemonitors'],
  ['StatefulSet.apps', 'statefulsets'],
]);

/** Returns the API resource of a kind. Guesses that of an unknown kind as Kubernetes does: the plural in lower case. */
export function resourceOf(groupKind: string): string {
  const kind = (groupKind.split('.')[0] ?? '').toLowerCase();
  const guess = /s$/.test(kind) ? `${kind}es` : /y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
  return workloadResources.get(groupKind) ?? guess;
}
