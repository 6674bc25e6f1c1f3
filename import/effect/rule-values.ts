import { trimEnd } from '../../data/trim-end.ts';

/** A list of names. Models and renders use the same form, so that equal rules are equal data. */
export interface NameRule {
  readonly names: readonly string[];
  /** Names that match this expression are also allowed. */
  readonly pattern?: string;
}

/** A list of registries. `unqualified` also allows images without a registry. */
export interface ImageRule extends NameRule {
  readonly unqualified: boolean;
}

export interface HostRule {
  readonly names?: readonly string[];
  readonly pattern?: string;
  readonly denyWildcards: boolean;
}

export function imageRule(names: readonly string[], unqualified: boolean): ImageRule {
  const registries = names.filter((name) => name !== '').map((name) => trimEnd(name, /\//));
  return { names: [...new Set(registries)].sort(), unqualified };
}

export function hostRule(
  names: readonly string[] | undefined,
  pattern: string | undefined,
  denyWildcards: boolean,
): HostRule {
  return {
    ...(names && names.length > 0 ? { names: [...new Set(names.map((name) => name.toLowerCase()))].sort() } : {}),
    ...(pattern === undefined || pattern === '' ? {} : { pattern }),
    denyWildcards,
  };
}
