import type { Bodies } from '../../../../build/contracts.ts';

/** What a file may say under spec.values. */
export type GivenValues = NonNullable<Bodies['kryton']['spec']['values']>;

/**
 * The values that shapes are filled from: every key there, but for those that a user may remove with null. Derived
 * from the schema, so that the two cannot differ.
 */
export type Values = Total<GivenValues>;

type Total<T> = T extends readonly (infer Item)[]
  ? readonly Total<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]-?: Kept<Exclude<T[Key], undefined>> }
    : T;

type Kept<T> = unknown extends T ? T : null extends T ? Total<NonNullable<T>> | undefined : Total<T>;
