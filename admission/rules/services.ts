import { listAt, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { annotationList, hasAnnotation } from '../cel.ts';
import { addedItems, differs } from '../changed-fields.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys, withoutNodePorts } from '../metadata-keys.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

const type = (service: string) => `${service}.spec.?type.orValue('ClusterIP')`;
const nodePorts = (service: string) => `(${service}.spec.?allocateLoadBalancerNodePorts.orValue(true)
  || ${service}.spec.?ports.orValue([]).exists(p, p.?nodePort.orValue(0) != 0))`;
const addsPorts = 'object.spec.?ports.orValue([]).exists(p, !(p in oldObject.spec.?ports.orValue([])))';

const maximum: Maximum = {
  what: 'ports and external addresses',
  count: 500,
  cel: (object) => `['ports', 'externalIPs'].map(f, ${object}.spec[?f].orValue([]).size()).sum()`,
  find: (object) => listAt(object, 'spec', 'ports').length + listAt(object, 'spec', 'externalIPs').length,
};

export const services: Rule = {
  id: 'services',
  about: `Types of Services other than ClusterIP, and external addresses. A namespace with limited hosts needs the item \`ExternalName\` for aliases, because an Ingress could reach Services of other tenants through them. The item \`${withoutNodePorts}\` allows load balancers that use no node ports.`,
  targets: [{ group: '', resources: ['services'], operations: writes }],
  scope: 'tenants',
  exempts: 'administrators',
  variables: { types: annotationList(keys.serviceTypes), addresses: annotationList(keys.externalIps) },
  clauses: limited(maximum, [
    {
      message: `types of Services that ${keys.serviceTypes} does not list`,
      cel: (
        object,
      ) => `!${hasAnnotation(keys.serviceTypes)} || ${type(object)} == 'ClusterIP' || ${type(object)} in variables.types
  || (${type(object)} == 'LoadBalancer' && '${withoutNodePorts}' in variables.types) ? [] : [${type(object)}]`,
      find: (object, request) => {
        const own = textAt(object, 'spec', 'type') || 'ClusterIP';
        if (!listIn(request, keys.serviceTypes)) return [];
        const isLimited = own === 'LoadBalancer' && allows(request, withoutNodePorts);
        return own === 'ClusterIP' || allows(request, own) || isLimited ? [] : [own];
      },
      changes: {
        cel: `object.spec.?externalName != oldObject.spec.?externalName || ${addsPorts}`,
        test: (_, request) =>
          differs(request, 'spec', 'externalName') || addedItems(request, 'spec', 'ports').length > 0,
      },
    },
    {
      message: 'load balancers with node ports (set allocateLoadBalancerNodePorts to false and set no nodePort)',
      cel: (object) => `${type(object)} == 'LoadBalancer' && ${nodePorts(object)}
  && '${withoutNodePorts}' in variables.types && !('LoadBalancer' in variables.types) ? ['LoadBalancer'] : []`,
      find: (object, request) => {
        const isLimited = allows(request, withoutNodePorts) && !allows(request, 'LoadBalancer');
        const uses = textAt(object, 'spec', 'type') === 'LoadBalancer' && hasNodePorts(object);
        return uses && isLimited ? ['LoadBalancer'] : [];
      },
      changes: { cel: addsPorts, test: (_, request) => addedItems(request, 'spec', 'ports').length > 0 },
    },
    {
      message: `external addresses that ${keys.externalIps} does not list`,
      cel: (object) => `!${hasAnnotation(keys.externalIps)} ? []
  : ${object}.spec.?externalIPs.orValue([]).filter(i, !(i in variables.addresses))`,
      find: (object, request) => {
        const listed = listIn(request, keys.externalIps);
        return textsAt(object, 'spec', 'externalIPs').filter((address) => listed && !listed.includes(address));
      },
    },
    {
      message: `aliases of other Services, which ${keys.serviceTypes} must allow in a namespace with limited hosts`,
      cel: (
        object,
      ) => `${type(object)} != 'ExternalName' || ${hasAnnotation(keys.serviceTypes)} || !(${hasAnnotation(keys.hosts)} || ${hasAnnotation(keys.hostPatterns)})
  ? [] : [${object}.spec.?externalName.orValue('ExternalName')]`,
      find: (object, request) => {
        const isLimited = listIn(request, keys.hosts) ?? listIn(request, keys.hostPatterns);
        const isAlias = textAt(object, 'spec', 'type') === 'ExternalName';
        const isOpen = !isLimited || listIn(request, keys.serviceTypes);
        return isOpen || !isAlias ? [] : [textAt(object, 'spec', 'externalName') || 'ExternalName'];
      },
    },
  ]),
};

function allows(request: AdmissionRequest, item: string): boolean {
  return listIn(request, keys.serviceTypes)?.includes(item) ?? false;
}

function hasNodePorts(service: Tree): boolean {
  const allocates = valueAt(service, 'spec', 'allocateLoadBalancerNodePorts') ?? true;
  return allocates === true || listAt(service, 'spec', 'ports').some((port) => (valueAt(port, 'nodePort') ?? 0) !== 0);
}
