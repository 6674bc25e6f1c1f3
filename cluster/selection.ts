/**
 * The parts of an object that a program reads: everything, nothing, or some of its fields, where `*` means all other fields. The
 * fields of a list are those of its items. What is not selected needs no memory, because it is never parsed. `short` selects a
 * value without parts, such as a name, and ignores a value with more than 1,000 characters.
 */
export type Selection = boolean | 'short' | Fields;

export interface Fields {
  readonly [field: string]: Selection;
}

/** What a program reads of an object. */
export interface Wanted {
  /** By default everything. */
  readonly selection?: Selection;
  /** The maximum size of the selected parts: an estimate of the memory that they need, in bytes. */
  readonly maxSize?: number;
}

/** The default of `maxSize`. */
export const maxSize = 2 * 1024 * 1024;

/** Bytes of memory per value of an object, in addition to its text. */
export const valueSize = 64;

/** The fields of `metadata` that identify an object. The API server limits their size. */
export const identity: Fields = { name: 'short', namespace: 'short', uid: 'short', resourceVersion: 'short' };

/** Receives each object of a list. `isPartial` if fields are missing because they are too large. */
export type OnItem = (item: unknown, isPartial?: boolean) => void;

/** How to read the objects of a list, each of which is passed on as soon as it is complete. */
export class Items {
  readonly wanted: Wanted;
  readonly onItem: OnItem;

  constructor(wanted: Wanted, onItem: OnItem) {
    this.wanted = wanted;
    this.onItem = onItem;
  }
}

/** Like a Selection, but a field can also contain the objects of a list. */
export type Reading = Selection | Items | { readonly [field: string]: Reading };

/** The part of a reading for a field. */
export function readingOf(reading: Reading, field: string): Reading {
  if (typeof reading !== 'object' || reading instanceof Items) return reading;
  return (Object.hasOwn(reading, field) ? reading[field] : reading['*']) ?? false;
}
