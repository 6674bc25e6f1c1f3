import type { Shelf } from './draft.ts';
import type { Ledger } from './ledger.ts';
import type { Source } from './sources.ts';

/** An import under way: what was exported, what is written of it, and what became of each field. */
export interface Work {
  readonly sources: readonly Source[];
  readonly shelf: Shelf;
  readonly ledger: Ledger;
}

/** Where resources come from. It judges every field of every object, and writes what can be written. */
export interface System {
  readonly title: string;
  readonly import: (work: Work) => void;
}
