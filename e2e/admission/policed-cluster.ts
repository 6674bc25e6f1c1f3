import type { Rule } from '../../admission/rule.ts';
import { fixtureFiles } from '../../test/admission/fixtures.ts';
import { type Cluster, complaints } from '../cluster.ts';
import { foreignGroups, installForeignKinds } from '../foreign-kinds.ts';
import type { KubeObject } from '../manifests.ts';
import { classes } from './classes.ts';
import { waitForPolicies } from './marker.ts';
import { policiesOf } from './policies.ts';

/** Every user may do everything, so that only policies reject requests. */
const everyone: KubeObject = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'everyone' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:authenticated' }],
};

/** Groups of other products that rules check and no case renders. */
const ruledGroups = [
  'cert-manager.io',
  'cilium.io',
  'crd.projectcalico.org',
  'externaldns.k8s.io',
  'gateway.networking.x-k8s.io',
  'keda.sh',
  'projectcontour.io',
  'route.openshift.io',
];

/**
 * Installs the definitions, classes and namespaces of the fixtures, and the policies of rules. Throws if the API server rejects an
 * object or warns about it, for example if a policy does not compile.
 */
export async function applyRules(cluster: Cluster, rules: readonly Rule[]): Promise<void> {
  const files = fixtureFiles();
  const objects = files.flatMap(({ fixtures }) =>
    fixtures.flatMap(({ old, object }) => [old, object].filter((one) => one !== undefined)),
  );
  const own = objects.filter(({ kind }) => kind !== 'Scale');
  await installForeignKinds(cluster, own, [...foreignGroups, ...ruledGroups]);
  const namespaces = files.flatMap((file) => Object.values(file.namespaces));
  const applied = await cluster.apply([everyone, ...classes, ...namespaces, ...policiesOf(rules)], { force: true });
  const found = complaints(applied);
  if (found.length > 0) throw new Error(found.join('\n'));
  await waitForPolicies(cluster);
}
