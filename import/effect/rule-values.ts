/** The form in which models and the reader of a render state rules, so that equal rules are equal data. */
export interface NameRule {
  readonly names: readonly string[];
  /** Names that match this expression are allowed, too. */
  readonly pattern?: string;
}

/** Whether images without a registry are allowed, beside those of the listed registries. */
export interface ImageRule extends NameRule {
  readonly unqualified: boolean;
}

export interface HostRule {
  readonly names?: readonly string[];
  readonly pattern?: string;
  readonly denyWildcards: boolean;
}

export function imageRule(names: readonly string[], unqualified: boolean): ImageRule {
  const registries = names.filter((name) => name !== '').map((name) => name.replace(/\/+$/, ''));
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
