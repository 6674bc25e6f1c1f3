import { listAt, type Tree, textAt } from '../../data/tree.ts';
import { hasAnnotation, listLiteral } from '../cel.ts';
import { differs } from '../changed-fields.ts';
import { celOfDelegates, delegatesOf } from '../delegates.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import { celOfDestinations, destinationsOf, routeResources, serviceNamespaceOf } from '../route-destinations.ts';
import { listOf, type Rule, type Target, type ValueChange, writes } from '../rule.ts';

const targets: readonly Target[] = [
  ...routeResources.map(({ group, resources }) => ({ group, resources, operations: writes })),
  { group: 'networking.istio.io', resources: ['serviceentries', 'workloadentries'], operations: writes },
  { group: 'projectcontour.io', resources: ['httpproxies'], operations: writes },
];

const specChanges: ValueChange = {
  cel: 'object.spec != oldObject.spec',
  test: (_, request) => differs(request, 'spec'),
};

const isLimited = [keys.networks, keys.hosts, keys.hostPatterns].map(hasAnnotation).join(' || ');

const listsOfRules = ['http', 'tcp', 'tls', 'rules'];

const maximum: Maximum = {
  what: 'rules',
  count: 500,
  cel: (object) => `${listLiteral(listsOfRules)}.map(l, l in ${object}.spec ? ${object}.spec[l].size() : 0).sum()`,
  find: (object) => listsOfRules.flatMap((list) => listAt(object, 'spec', list)).length,
};

/**
 * The gateway of a mesh can reach the Services of every tenant. A route to another namespace would expose a Service that its
 * network policies protect. The routes of a delegate or include in another namespace would do so too, and so would the address
 * of a WorkloadEntry that a Service selects. The hosts of a ServiceEntry apply to every namespace that sees it.
 */
export const meshRoutes: Rule = {
  id: 'mesh-routes',
  about:
    'Routes of Istio and the Gateway API to Services in other namespaces, Istio delegates and Contour includes in other namespaces, Istio WorkloadEntries, and Istio ServiceEntries that other namespaces see.',
  targets,
  scope: 'tenants',
  exempts: 'platform',
  lists: { destinations: celOfDestinations },
  clauses: limited(maximum, [
    {
      message: 'destinations that are Services in other namespaces',
      cel: (object) => `!${hasAnnotation(keys.networks)} ? [] : ${listOf('destinations', object)}
  .filter(h, h.matches('^[^.]+[.][^.]+[.]svc([.]|$)') && h.split('.')[1] != namespaceObject.metadata.name)`,
      find: (object, request) =>
        listIn(request, keys.networks)
          ? destinationsOf(object, request.group).filter((host) => isForeign(host, request))
          : [],
    },
    {
      message: 'delegates and includes in other namespaces',
      cel: (object) => `!${hasAnnotation(keys.networks)} ? [] : ${celOfDelegates(object)}
  .filter(n, n != '' && n != namespaceObject.metadata.name)`,
      find: (object, request) =>
        listIn(request, keys.networks)
          ? delegatesOf(object).filter((namespace) => namespace !== '' && namespace !== ownNamespace(request))
          : [],
    },
    {
      message: 'a WorkloadEntry, whose address can be a pod in another namespace',
      cel: (object) => `request.resource.resource == 'workloadentries' && ${hasAnnotation(keys.networks)}
  ? [${object}.metadata.name] : []`,
      find: (object, request) =>
        request.resource === 'workloadentries' && listIn(request, keys.networks)
          ? [textAt(object, 'metadata', 'name')]
          : [],
      changes: specChanges,
    },
    {
      message: 'a ServiceEntry whose exportTo is not only "."',
      cel: (object) => `request.resource.resource == 'serviceentries' && (${isLimited})
  && ${object}.spec.?exportTo.orValue([]) != ['.'] ? [${object}.metadata.name] : []`,
      find: (object, request) =>
        request.resource === 'serviceentries' && limits(request) && !isPrivate(object)
          ? [textAt(object, 'metadata', 'name')]
          : [],
      changes: specChanges,
    },
  ]),
};

function isForeign(host: string, request: AdmissionRequest): boolean {
  const namespace = serviceNamespaceOf(host);
  return namespace !== undefined && namespace !== ownNamespace(request);
}

function ownNamespace({ namespaceObject }: AdmissionRequest): string {
  return textAt(namespaceObject, 'metadata', 'name');
}

function limits(request: AdmissionRequest): boolean {
  return [keys.networks, keys.hosts, keys.hostPatterns].some((key) => listIn(request, key) !== undefined);
}

function isPrivate(entry: Tree): boolean {
  const visible = listAt(entry, 'spec', 'exportTo');
  return visible.length === 1 && visible[0] === '.';
}
