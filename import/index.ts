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
import { readExportedObjects } from './ledger/exported-object.ts';
import type { SourceSystem } from './ledger/import-run.ts';
import { makeLedger } from './ledger/ledger.ts';
import { createOutput, type OutputResource } from './ledger/output.ts';
import { mto } from './mto/index.ts';
import { type ObjectReport, reportOf } from './report.ts';

const systems = { mto, capsule, hnc, accurate } as const satisfies Readonly<Record<string, SourceSystem>>;

export type SourceSystemName = keyof typeof systems;

/** The systems to import from, for messages and help. */
export const systemNames = Object.keys(systems) as readonly SourceSystemName[];

export type ImportResult =
  | { readonly ok: false; readonly problems: readonly Problem[] }
  | {
      readonly ok: true;
      readonly files: readonly OutputFile[];
      readonly reports: readonly ObjectReport[];
      /** The problems that `leasehold check` finds in the files. */
      readonly problems: readonly Problem[];
    };

/**
 * Converts a cluster export to files for a repository, and reports on every field. Pure: the same export gives the same
 * files. An unreadable export returns only problems.
 */
export function importFrom(name: SourceSystemName, exported: readonly SourceFile[]): ImportResult {
  const { objects, faults } = readExportedObjects(exported);
  if (faults.length > 0) return { ok: false, problems: locate(faults, exported) };
  const [output, ledger] = [createOutput(), makeLedger()];
  systems[name].import({ objects, output, ledger });
  const files = output.resources.map(printResource).sort((a, b) => compare(a.path, b.path));
  const reports = objects.map((source) => reportOf(source, ledger));
  return { ok: true, files, reports, problems: render(files).problems };
}

/** Prints a resource with sorted keys, like everything that leasehold prints. */
function printResource({ file, body }: OutputResource): OutputFile {
  return { path: file, text: stringify(body, { version: '1.1', lineWidth: 0, sortMapEntries: true }) };
}
