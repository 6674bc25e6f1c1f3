import { type Path, pathsIn, type Tree, textAt } from '../data/tree.ts';
import { flattened } from './cel.ts';

/** The resources of a group whose routes name the hosts of their destinations. */
interface RouteField {
  readonly group: string;
  readonly resources: readonly string[];
  /** A CEL expression of type list(string). Each string contains hosts, one per line. */
  cel(object: string): string;
  /** The paths of the same hosts. The object can lack a value at some of them. */
  places(object: Tree): readonly Path[];
}

const itemsOf = (list: string, item: string, text: string) => `${list}.orValue([]).map(${item}, ${text})`;
const joined = (list: string, item: string, text: string) => `${itemsOf(list, item, text)}.join('\\n')`;
const hostOf = (destination: string) => `${destination}.?host.orValue('')`;

const protocols = ['http', 'tcp', 'tls'];

/** An HTTP route can also send copies of its requests to other hosts. */
const virtualServices: RouteField = {
  group: 'networking.istio.io',
  resources: ['virtualservices'],
  cel: (object) => {
    const routes = joined('r.?route', 'd', hostOf('d.?destination'));
    return `['http', 'tcp', 'tls'].map(p, ${joined(`${object}.spec[?p]`, 'r', routes)})
  + ${itemsOf(`${object}.spec.?http`, 'r', hostOf('r.?mirror'))}
  + ${itemsOf(`${object}.spec.?http`, 'r', joined('r.?mirrors', 'm', hostOf('m.?destination')))}`;
  },
  places: (object) => {
    const http = pathsIn(object, ['spec', 'http']);
    const routes = protocols.flatMap((protocol) => pathsIn(object, ['spec', protocol]));
    const hostsBelow = (places: readonly Path[], list: string) =>
      pathsBelow(object, places, list).map((entry) => [...entry, 'destination', 'host']);
    return [
      ...hostsBelow(routes, 'route'),
      ...http.map((route) => [...route, 'mirror', 'host']),
      ...hostsBelow(http, 'mirrors'),
    ];
  },
};

/** The paths of the entries of a list in each of several objects. */
function pathsBelow(object: Tree, places: readonly Path[], list: string): readonly Path[] {
  return places.flatMap((place) => pathsIn(object, [...place, list]));
}

const named = (backend: string) => `${backend}.?kind.orValue('') == 'Hostname' ? ${backend}.?name.orValue('') : ''`;
const copied = (filters: string) => joined(filters, 'f', named('f.?requestMirror.?backendRef'));

/** Istio reads a backend of the kind Hostname as the name of any Service in the mesh. No ReferenceGrant is needed for it. */
const gatewayRoutes: RouteField = {
  group: 'gateway.networking.k8s.io',
  resources: ['grpcroutes', 'httproutes', 'tcproutes', 'tlsroutes'],
  cel: (object) => {
    const rules = `${object}.spec.?rules`;
    return `${itemsOf(rules, 'r', joined('r.?backendRefs', 'b', named('b')))}
  + ${itemsOf(rules, 'r', joined('r.?backendRefs', 'b', copied('b.?filters')))}
  + ${itemsOf(rules, 'r', copied('r.?filters'))}`;
  },
  places: (object) => {
    const rules = pathsIn(object, ['spec', 'rules']);
    const backends = pathsBelow(object, rules, 'backendRefs');
    const filters = pathsBelow(object, [...backends, ...rules], 'filters');
    const all = [...backends, ...filters.map((filter) => [...filter, 'requestMirror', 'backendRef'])];
    return all.filter((at) => textAt(object, ...at, 'kind') === 'Hostname').map((at) => [...at, 'name']);
  },
};

const routeFields: readonly RouteField[] = [gatewayRoutes, virtualServices];

export const routeResources: readonly Pick<RouteField, 'group' | 'resources'>[] = routeFields;

/** A CEL expression of type list(string): the hosts of the destinations of a route, in lower case. */
export function celOfDestinations(object: string): string {
  const all = routeFields.map(({ group, cel }) => `(request.resource.group == '${group}' ? ${cel(object)} : [])`);
  return flattened(`(${all.join('\n  + ')}).map(text, text.lowerAscii().split('\\n'))`);
}

/** The paths of the hosts that `celOfDestinations` finds. */
export function destinationPlaces(object: Tree, group: string): readonly Path[] {
  return routeFields.find((field) => field.group === group)?.places(object) ?? [];
}

/** Returns the same hosts as `celOfDestinations` in CEL. */
export function destinationsOf(object: Tree, group: string): readonly string[] {
  const hosts = destinationPlaces(object, group).map((path) => textAt(object, ...path).toLowerCase());
  return hosts.filter((host) => host !== '');
}

/** The namespace in the name of a Service, such as `web.acme.svc.cluster.local`. Undefined for any other host. */
export function serviceNamespaceOf(host: string): string | undefined {
  return /^[^.]+\.([^.]+)\.svc(?:\.|$)/.exec(host)?.[1];
}
