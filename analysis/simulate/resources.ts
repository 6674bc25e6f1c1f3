import { contentRules } from './enforced-rules.ts';

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

/** Resources whose content an inventory should not contain. */
const confidential = ['secrets'];

/**
 * The resources of an inventory, by their kubectl names: namespaces, resources whose content rules check at creation, except
 * Secrets, and workloads.
 */
export const inventoryResources: readonly string[] = [...new Set(['namespaces', ...checked(), ...workloads])];

function checked(): readonly string[] {
  return contentRules
    .flatMap((rule) => rule.targets)
    .filter(({ group, operations }) => group !== '*' && operations.includes('CREATE'))
    .flatMap(({ group, resources }) =>
      resources
        .filter((one) => !one.includes('/') && !confidential.includes(one))
        .map((one) => (group === '' ? one : `${one}.${group}`)),
    );
}
