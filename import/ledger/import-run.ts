import type { ExportedObject } from './exported-object.ts';
import type { Ledger } from './ledger.ts';
import type { ImportOutput } from './output.ts';

/** A single import: its input, its output and the record of every field. */
export interface ImportRun {
  readonly objects: readonly ExportedObject[];
  readonly output: ImportOutput;
  readonly ledger: Ledger;
}

/** A system to import from. It records every field of every object, and writes the fields that leasehold supports. */
export interface SourceSystem {
  readonly title: string;
  readonly import: (run: ImportRun) => void;
}
