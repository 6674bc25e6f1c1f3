import { compileRe2 } from '../../kubernetes/re2.ts';

/** The texts that an expression such as `^(docker\.io|quay\.io)$` matches; undefined if there may be others. */
export function literalsOf(pattern: string): readonly string[] | undefined {
  const [, group, single] = /^\^(?:\((?:\?:)?((?:[a-z0-9:|-]|\\\.)+)\)|((?:[a-z0-9:-]|\\\.)+))\$$/.exec(pattern) ?? [];
  return (group ?? single)?.split('|').map((text) => text.replaceAll('\\.', '.'));
}

/**
 * An expression that matches a whole host where the given one matches anywhere in it, as in Capsule. Undefined if Capsule cannot
 * compile it.
 */
export function wholeHost(pattern: string): string | undefined {
  if ('error' in compileRe2(pattern)) return undefined;
  const isWhole = /^\^[^|]*(?<!\\)\$$/.test(pattern);
  return isWhole ? pattern : `.*(?:${pattern}).*`;
}
