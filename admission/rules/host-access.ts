import { listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { annotationList, hasAnnotation } from '../cel.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { containersIn } from '../pods.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import { listOf, type Rule } from '../rule.ts';

/** The containers whose ports are limited. Ephemeral containers have no ports. */
const containers = (pod: string) =>
  `!${hasAnnotation(keys.hostAccess)} || 'ports' in variables.allowed ? [] : (${pod}.spec.containers + ${pod}.spec.?initContainers.orValue([]))`;

const maximumOfContainers: Maximum = {
  what: 'containers',
  count: 200,
  cel: (object) => `${listOf('containers', object)}.size()`,
  find: (object, request) => limitedContainers(object, request).length,
  onlyCreation: true,
};

const maximumOfPorts: Maximum = {
  what: 'ports of containers',
  count: 2000,
  cel: (object) => `${listOf('containers', object)}.map(c, c.?ports.orValue([]).size()).sum()`,
  find: (object, request) =>
    limitedContainers(object, request).reduce<number>((sum, one) => sum + listAt(one, 'ports').length, 0),
  onlyCreation: true,
};

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
  lists: { containers },
  clauses: [
    ...limited(
      maximumOfContainers,
      limited(maximumOfPorts, [
        {
          message: `containers with a hostPort, which ${keys.hostAccess} does not allow`,
          cel: (object) => `${listOf('containers', object)}
  .filter(c, c.?ports.orValue([]).exists(p, p.?hostPort.orValue(0) != 0)).map(c, c.name)`,
          find: (object, request) =>
            limitedContainers(object, request)
              .filter(hasHostPort)
              .map((container) => textAt(container, 'name')),
        },
      ]),
    ),
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

function limitedContainers(object: Tree, request: AdmissionRequest): readonly unknown[] {
  return allows(request, 'ports') ? [] : containersIn(object);
}

function hasHostPort(container: unknown): boolean {
  return listAt(container, 'ports').some((port) => (valueAt(port, 'hostPort') ?? 0) !== 0);
}

function allows(request: AdmissionRequest, item: string): boolean {
  return listIn(request, keys.hostAccess)?.includes(item) ?? true;
}
