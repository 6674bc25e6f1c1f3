import { rulesFor } from '../../admission/rules/index.ts';

/** Resources that create pods or claims. */
const workloads = [
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'replicasets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'replicationcontrollers',
];

/**
 * The resources of an inventory, by their kubectl names: namespaces, resources that rules check at creation, and
 * workloads.
 */
export const inventoryResources: readonly string[] = [...new Set(['namespaces', ...checked(), ...workloads])];

function checked(): readonly string[] {
  const targets = rulesFor({ users: [], groups: [] }).flatMap((rule) => rule.targets);
  return targets
    .filter(({ group, operations }) => group !== '*' && operations.includes('CREATE'))
    .flatMap(({ group, resources }) =>
      resources.filter((one) => !one.includes('/')).map((one) => (group === '' ? one : `${one}.${group}`)),
    );
}
