import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { annotationList, hasAnnotation } from '../cel.ts';
import { keys } from '../metadata-keys.ts';
import { containersIn } from '../pods.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import type { Rule } from '../rule.ts';

/**
 * Without the annotation, a pod can use the ports and network of its node. Only creation is checked, because a pod
 * cannot change these fields and ephemeral containers have no ports.
 */
export const hostAccess: Rule = {
  id: 'host-access',
  about: 'Ports and the network of nodes. The items `ports` and `network` allow them.',
  targets: [{ group: '', resources: ['pods'], operations: ['CREATE'] }],
  scope: 'tenants',
  exempts: 'administrators',
  variables: { allowed: annotationList(keys.hostAccess) },
  clauses: [
    {
      message: `containers with a hostPort, which ${keys.hostAccess} does not allow`,
      cel: (
        object,
      ) => `!${hasAnnotation(keys.hostAccess)} || 'ports' in variables.allowed ? [] : (${object}.spec.containers + ${object}.spec.?initContainers.orValue([]))
  .filter(c, c.?ports.orValue([]).exists(p, p.?hostPort.orValue(0) != 0)).map(c, c.name)`,
      find: (object, request) => {
        const found = containersIn(object).filter(hasHostPort);
        return allows(request, 'ports') ? [] : found.map((container) => textAt(container, 'name'));
      },
    },
    {
      message: `the network of the node, which ${keys.hostAccess} does not allow`,
      cel: (object) =>
        `${hasAnnotation(keys.hostAccess)} && ${object}.spec.?hostNetwork.orValue(false) && !('network' in variables.allowed)
  ? ['hostNetwork'] : []`,
      find: (object, request) => {
        const uses = valueAt(object, 'spec', 'hostNetwork') === true;
        return uses && !allows(request, 'network') ? ['hostNetwork'] : [];
      },
    },
  ],
};

function hasHostPort(container: unknown): boolean {
  return listAt(container, 'ports').some((port) => (valueAt(port, 'hostPort') ?? 0) !== 0);
}

function allows(request: AdmissionRequest, item: string): boolean {
  return listIn(request, keys.hostAccess)?.includes(item) ?? true;
}
