import { type Tree, textAt } from '../data/tree.ts';
import { ingressPaths } from '../kubernetes/ingress-paths.ts';
import { literal } from './cel.ts';

/** Characters that can end a path in the configuration of a proxy. Regular expressions do not need them in paths. */
const ending = /[ \t\n\v\f\r;"`]|\\$/;

/** Braces start and end blocks of a configuration, except for repetitions in regular expressions, such as `{2,3}`. */
const withoutBlocks = /^(?:[^{}]|\{[0-9]+(?:,[0-9]*)?\})*$/;

/** A CEL expression of type list(string): the paths of an Ingress that a proxy could read as a part of its configuration. */
export function celOfProxyPaths(object: string): string {
  const [ends, blocks] = [ending, withoutBlocks].map(({ source }) => literal(source));
  return `${object}.spec.?rules.orValue([]).map(r, r.?http.?paths.orValue([])
    .map(p, p.?path.orValue('')).filter(p, p.matches(${ends}) || !p.matches(${blocks})))
    .map(list, list.map(p, p.replace('\\n', ' ')).join('\\n')).join('\\n').split('\\n').filter(p, p != '')`;
}

/** Returns the same paths as `celOfProxyPaths` in CEL. */
export function proxyPathsOf(ingress: Tree): readonly string[] {
  const paths = ingressPaths(ingress).map((at) => textAt(ingress, ...at, 'path'));
  return paths
    .filter((path) => ending.test(path) || !withoutBlocks.test(path))
    .map((path) => path.replaceAll('\n', ' '));
}
