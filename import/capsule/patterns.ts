import { compileRe2 } from '../../kubernetes/re2.ts';

/** The strings that an expression such as `^(docker\.io|quay\.io)$` matches. Undefined for an expression of another form. */
export function literalsOf(pattern: string): readonly string[] | undefined {
  const [, group, single] = /^\^(?:\((?:\?:)?((?:[a-z0-9:|-]|\\\.)+)\)|((?:[a-z0-9:-]|\\\.)+))\$$/.exec(pattern) ?? [];
  return (group ?? single)?.split('|').map((text) => text.replaceAll('\\.', '.'));
}

/**
 * Converts an expression that matches anywhere in a host, as in Capsule, to one that matches the whole host. Undefined if
 * Capsule cannot compile it.
 */
export function wholeHost(pattern: string): string | undefined {
  if ('error' in compileRe2(pattern)) return undefined;
  const isWhole = /^\^[^|]*(?<!\\)\$$/.test(pattern);
  return isWhole ? pattern : `.*(?:${pattern}).*`;
}
