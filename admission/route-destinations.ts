import { listAt, type Tree, textAt, valueAt } from '../data/tree.ts';
import { flattened } from './cel.ts';

/** The resources of a group whose routes name the hosts of their destinations. */
interface RouteField {
  readonly group: string;
  readonly resources: readonly string[];
  /** A CEL expression of type list(string). Each string contains hosts, one per line. */
  cel(object: string): string;
  /** The same hosts as a flat list. */
  hosts(object: Tree): readonly string[];
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
  hosts: (object) => {
    const routes = listAt(object, 'spec', 'http');
    return [
      ...protocols.flatMap((protocol) => destinationsIn(listAt(object, 'spec', protocol), 'route')),
      ...routes.map((route) => textAt(route, 'mirror', 'host')),
      ...destinationsIn(routes, 'mirrors'),
    ];
  },
};

function destinationsIn(routes: readonly unknown[], field: string): readonly string[] {
  return routes.flatMap((route) => listAt(route, field)).map((entry) => textAt(entry, 'destination', 'host'));
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
  hosts: (object) => {
    const rules = listAt(object, 'spec', 'rules');
    const backends = rules.flatMap((rule) => listAt(rule, 'backendRefs'));
    return [...backends.map(nameOf), ...[...backends, ...rules].flatMap(copiesOf)];
  },
};

function copiesOf(part: unknown): readonly string[] {
  return listAt(part, 'filters').map((filter) => nameOf(valueAt(filter, 'requestMirror', 'backendRef')));
}

function nameOf(backend: unknown): string {
  return textAt(backend, 'kind') === 'Hostname' ? textAt(backend, 'name') : '';
}

const routeFields: readonly RouteField[] = [gatewayRoutes, virtualServices];

export const routeResources: readonly Pick<RouteField, 'group' | 'resources'>[] = routeFields;

/** A CEL expression of type list(string). */
export function celOfDestinations(object: string): string {
  const all = routeFields.map(({ group, cel }) => `(request.resource.group == '${group}' ? ${cel(object)} : [])`);
  return flattened(`(${all.join('\n  + ')}).map(text, text.lowerAscii().split('\\n'))`);
}

/** The same hosts as the CEL expression. */
export function destinationsOf(object: Tree, group: string): readonly string[] {
  const hosts = routeFields.find((field) => field.group === group)?.hosts(object) ?? [];
  return hosts.map((host) => host.toLowerCase()).filter((host) => host !== '');
}
