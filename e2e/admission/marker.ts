import type { Cluster } from '../cluster.ts';
import { eventually } from '../daemon.ts';

let count = 0;

/**
 * Waits until the API server has read all policies and bindings of earlier requests. It reads them in the order of the
 * requests, so it has read them all as soon as it applies one that is created now.
 */
export async function waitForPolicies({ api, apply }: Cluster): Promise<void> {
  count++;
  const name = `marker-${count}`;
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
  const expression = `object.metadata.name != '${name}'`;
  await apply([
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: { matchConstraints: { resourceRules }, validations: [{ expression }] },
    },
  ]);
  const spec = { policyName: name, validationActions: ['Deny'] };
  await apply([{ apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name }, spec }]);
  await eventually('the API server has read the policies', async () => {
    const body = { metadata: { name } };
    const query = { dryRun: 'All' };
    const { status } = await api.request('POST', '/api/v1/namespaces/default/configmaps', { body, query });
    return status === 422 || undefined;
  });
}
