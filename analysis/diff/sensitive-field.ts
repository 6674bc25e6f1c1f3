import type { ObjectPair, RiskFinding } from './change.ts';

/** A field that can widen access, loosen a policy or lose data. `*` in the path matches every item of a list. */
export interface SensitiveField {
  /** The kinds that have the field. `pods` refers to the pods of every kind, and `all` to every object. */
  readonly kinds: readonly string[] | 'pods' | 'all';
  readonly path: readonly string[];
  readonly isSensitive: (value: unknown, pair: ObjectPair) => boolean;
  readonly risk: RiskFinding['risk'];
  readonly why: (value: unknown) => string;
  /** True for fields that objects of a new tenant usually contain. */
  readonly isUsual?: boolean;
}

export const isPresent = (value: unknown) => value !== undefined && value !== null;
