import { type Path, pathsIn, type Tree, textAt } from '../data/tree.ts';

/**
 * Whether every controller reads the text as nothing but a path. Some controllers print it into the configuration of a proxy.
 */
export function isPlainPath(path: string): boolean {
  return /^\/[A-Za-z0-9._~/-]*$/.test(path);
}

/** Whether the text contains a line break or another control character, which no path needs. */
export function hasControlCharacter(path: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path);
}

/** The location of each path in an Ingress, in the entries of its rules. */
export function ingressPaths(ingress: Tree): readonly Path[] {
  return pathsIn(ingress, ['spec', 'rules']).flatMap((rule) => pathsIn(ingress, [...rule, 'http', 'paths']));
}

/** Paths that a controller could read as something else. */
export function ambiguousPaths(ingress: Tree): readonly string[] {
  const texts = ingressPaths(ingress).map((at) => textAt(ingress, ...at, 'path'));
  return texts.filter((text) => text !== '' && !isPlainPath(text));
}
