import { listAt, type Tree, textAt } from '../../data/tree.ts';
import { hasAnnotation } from '../cel.ts';
import { differs } from '../changed-fields.ts';
import { keys } from '../metadata-keys.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import { celOfDestinations, destinationsOf, routeResources } from '../route-destinations.ts';
import { listOf, type Rule, type Target, writes } from '../rule.ts';

const targets: readonly Target[] = [
  ...routeResources.map(({ group, resources }) => ({ group, resources, operations: writes })),
  { group: 'networking.istio.io', resources: ['serviceentries'], operations: writes },
];

const isLimited = [keys.networks, keys.hosts, keys.hostPatterns].map(hasAnnotation).join(' || ');

/**
 * The gateway of a mesh can reach the Services of every tenant. A route to another namespace would expose a Service that its
 * network policies protect. The hosts of a ServiceEntry apply to every namespace that sees it.
 */
export const meshRoutes: Rule = {
  id: 'mesh-routes',
  about:
    'Destinations of routes of Istio and of the Gateway API in other namespaces, and ServiceEntries of Istio that other namespaces see.',
  targets,
  scope: 'tenants',
  exempts: 'platform',
  lists: { destinations: celOfDestinations },
  clauses: [
    {
      message: 'destinations that are Services of other namespaces',
      cel: (object) => `!${hasAnnotation(keys.networks)} ? [] : ${listOf('destinations', object)}
  .filter(h, h.matches('^[^.]+[.][^.]+[.]svc([.]|$)') && h.split('.')[1] != namespaceObject.metadata.name)`,
      find: (object, request) =>
        listIn(request, keys.networks)
          ? destinationsOf(object, request.group).filter((host) => isForeign(host, request))
          : [],
    },
    {
      message: 'a ServiceEntry whose exportTo is not only "."',
      cel: (object) => `request.resource.resource == 'serviceentries' && (${isLimited})
  && ${object}.spec.?exportTo.orValue([]) != ['.'] ? [${object}.metadata.name] : []`,
      find: (object, request) =>
        request.resource === 'serviceentries' && limits(request) && !isPrivate(object)
          ? [textAt(object, 'metadata', 'name')]
          : [],
      changes: { cel: 'object.spec != oldObject.spec', test: (_, request) => differs(request, 'spec') },
    },
  ],
};

function isForeign(host: string, { namespaceObject }: AdmissionRequest): boolean {
  const namespace = /^[^.]+\.([^.]+)\.svc(?:\.|$)/.exec(host)?.[1];
  return namespace !== undefined && namespace !== textAt(namespaceObject, 'metadata', 'name');
}

function limits(request: AdmissionRequest): boolean {
  return [keys.networks, keys.hosts, keys.hostPatterns].some((key) => listIn(request, key) !== undefined);
}

function isPrivate(entry: Tree): boolean {
  const visible = listAt(entry, 'spec', 'exportTo');
  return visible.length === 1 && visible[0] === '.';
}
