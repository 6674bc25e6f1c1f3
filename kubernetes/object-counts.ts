/**
 * The amounts of a ResourceQuota that limit the numbers of objects of each kind that the roles `admin` and `edit` of Kubernetes
 * can create, directly or through a controller. No quota counts Events. `pods` omits pods that ended, but `count/pods` counts them.
 */
export const objectCounts: readonly string[] = [
  'configmaps',
  'controllerrevisions.apps',
  'cronjobs.batch',
  'daemonsets.apps',
  'deployments.apps',
  'horizontalpodautoscalers.autoscaling',
  'ingresses.networking.k8s.io',
  'jobs.batch',
  'leases.coordination.k8s.io',
  'networkpolicies.networking.k8s.io',
  'poddisruptionbudgets.policy',
  'pods',
  'replicasets.apps',
  'replicationcontrollers',
  'resourceclaims.resource.k8s.io',
  'resourceclaimtemplates.resource.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'secrets',
  'serviceaccounts',
  'statefulsets.apps',
].map((resource) => `count/${resource}`);
