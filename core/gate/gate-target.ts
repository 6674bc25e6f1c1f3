import type { Path } from '../../data/tree.ts';
import type { ProblemCode } from '../problem/codes.ts';
import type { Granted } from '../settings/grants.ts';
import type { Settings } from '../settings/settings.ts';

/** The author of the content of an object. */
export type Author = { readonly sort: 'trusted' } | TenantAuthor;

export interface TenantAuthor {
  readonly sort: 'tenant';
  readonly granted: Granted;
  readonly isLiteral: IsLiteral;
  /** By default, untrusted authors decide about the presence of no field. */
  readonly isSelected?: IsSelected;
}

/**
 * Whether trusted authors wrote the entire value at a path of an object. For an absent value: whether trusted authors left it
 * out, regardless of parameters. A path that ends in an empty text asks whether they chose which parts of the template are
 * printed.
 */
export type IsLiteral = (path: Path) => boolean;

/**
 * Whether untrusted authors decide, by conditions that a trusted author wrote, which entries the mapping or list at a path has.
 */
export type IsSelected = (path: Path) => boolean;

/** Where an object is rendered, and the settings that apply to it. */
export interface GateTarget {
  readonly author: Author;
  readonly namespace: string;
  /** Whether the object is rendered for several namespaces. */
  readonly isRepeated: boolean;
  readonly settings: Pick<Settings, 'podSecurity' | 'templates'>;
}

export interface GateProblem {
  readonly code: ProblemCode;
  /** Does not contain the namespace, so that an object for several namespaces is reported once. */
  readonly message: string;
  readonly fix?: string;
}
