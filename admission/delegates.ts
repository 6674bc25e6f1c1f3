import { listAt, type Tree, textAt } from '../data/tree.ts';

/**
 * A CEL expression of type list(string): the namespaces of the routes that a VirtualService delegates to, and that an HTTPProxy
 * of Contour includes. An empty string means the namespace of the object.
 */
export function celOfDelegates(object: string): string {
  const namespace = (reference: string) => `${reference}.?namespace.orValue('')`;
  return `(${object}.spec.?http.orValue([]).map(r, ${namespace('r.?delegate')})
  + ${object}.spec.?includes.orValue([]).map(r, ${namespace('r')})
  + [${namespace(`${object}.spec.?tcpproxy.?include`)}, ${namespace(`${object}.spec.?tcpproxy.?includes`)}])`;
}

/** The same values as the CEL expression. `tcpproxy.includes` is an earlier name of `tcpproxy.include`. */
export function delegatesOf(object: Tree): readonly string[] {
  return [
    ...listAt(object, 'spec', 'http').map((route) => textAt(route, 'delegate', 'namespace')),
    ...listAt(object, 'spec', 'includes').map((route) => textAt(route, 'namespace')),
    ...['include', 'includes'].map((field) => textAt(object, 'spec', 'tcpproxy', field, 'namespace')),
  ];
}
