import { type Path, pathsIn, type Tree, textAt } from '../data/tree.ts';

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

/** The paths of the namespaces that `celOfDelegates` finds. `tcpproxy.includes` is an earlier name of `tcpproxy.include`. */
export function delegatePlaces(object: Tree): readonly Path[] {
  return [
    ...pathsIn(object, ['spec', 'http']).map((route) => [...route, 'delegate', 'namespace']),
    ...pathsIn(object, ['spec', 'includes']).map((route) => [...route, 'namespace']),
    ...['include', 'includes'].map((field) => ['spec', 'tcpproxy', field, 'namespace']),
  ];
}

/** Returns the same namespaces as `celOfDelegates` in CEL. */
export function delegatesOf(object: Tree): readonly string[] {
  return delegatePlaces(object).map((path) => textAt(object, ...path));
}
