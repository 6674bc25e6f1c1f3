import { stringify } from 'yaml';
import type { OutputFile } from '../core/layout/layout.ts';
import { locate } from '../core/parse/locate.ts';
import type { Problem } from '../core/problem/problem.ts';
import type { SourceFile } from '../core/source/source.ts';
import { compare } from '../data/order.ts';
import { render } from '../leasehold.ts';
import { accurate } from './accurate/index.ts';
import { capsule } from './capsule/index.ts';
import { hnc } from './hnc/index.ts';
import { type Draft, makeShelf } from './ledger/draft.ts';
import { makeLedger } from './ledger/ledger.ts';
import { readSources } from './ledger/sources.ts';
import type { System } from './ledger/work.ts';
import { mto } from './mto/index.ts';
import { type ObjectReport, reportOf } from './report.ts';

const systems = { mto, capsule, hnc, accurate } as const satisfies Readonly<Record<string, System>>;

export type SystemName = keyof typeof systems;

/** The systems that can be imported from, for messages and help. */
export const systemNames = Object.keys(systems) as readonly SystemName[];

export type Import =
  | { readonly ok: false; readonly problems: readonly Problem[] }
  | {
      readonly ok: true;
      readonly files: readonly OutputFile[];
      readonly reports: readonly ObjectReport[];
      /** What `leasehold check` says of the files. */
      readonly problems: readonly Problem[];
    };

/**
 * Turns a cluster export into files for a repository, with what became of every field. Pure: the same export gives the
 * same files. An export that cannot be read is problems alone.
 */
export function importFrom(name: SystemName, exported: readonly SourceFile[]): Import {
  const { sources, faults } = readSources(exported);
  if (faults.length > 0) return { ok: false, problems: locate(faults, exported) };
  const [shelf, ledger] = [makeShelf(), makeLedger()];
  systems[name].import({ sources, shelf, ledger });
  const files = shelf.drafts.map(printed).sort((a, b) => compare(a.path, b.path));
  const reports = sources.map((source) => reportOf(source, ledger));
  return { ok: true, files, reports, problems: render(files).problems };
}

/** Keys in the order of the alphabet, as everything that leasehold prints. */
function printed({ file, body }: Draft): OutputFile {
  return { path: file, text: stringify(body, { version: '1.1', lineWidth: 0, sortMapEntries: true }) };
}
