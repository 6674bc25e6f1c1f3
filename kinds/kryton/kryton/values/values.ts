import type { Bodies } from '../../../../build/contracts.ts';

/** The type of spec.values. */
export type UserValues = NonNullable<Bodies['kryton']['spec']['values']>;

/**
 * The values for rendering: every key is present, except for those that a user can remove with null. Derived from the
 * schema, so that they cannot diverge.
 */
export type KrytonValues = Total<UserValues>;

type Total<T> = T extends readonly (infer Item)[]
  ? readonly Total<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]-?: NullableField<Exclude<T[Key], undefined>> }
    : T;

type NullableField<T> = unknown extends T ? T : null extends T ? Total<NonNullable<T>> | undefined : Total<T>;
