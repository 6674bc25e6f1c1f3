import type { SourceFile } from '../core/source/source.ts';
import { listAt } from '../data/tree.ts';
import type { Ports } from './ports.ts';
import { startProgress } from './progress.ts';
import { readTenantFiles } from './tenants.ts';

/** The files of an export, or an error. */
export type ExportResult =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | { readonly ok: false; readonly message: string };

/** Reads a directory, a file or standard input. The size limit of repository files does not apply. */
export function readExport(place: string, ports: Ports): ExportResult {
  if (place === '-') return { ok: true, files: [{ path: 'stdin', text: ports.readInput() }] };
  const text = ports.files.kindOf(place) === 'file' ? ports.files.readText(place) : undefined;
  if (text !== undefined) return { ok: true, files: [{ path: place, text }] };
  return readTenantFiles(place, ports, startProgress(ports));
}

/** Reads all objects of some resources with the user's kubectl. A kind without a CRD has no objects. */
export function readCluster(resources: readonly string[], context: string | undefined, ports: Ports): ExportResult {
  const files: SourceFile[] = [];
  for (const resource of resources) {
    const connection = context === undefined ? [] : ['--context', context];
    const { ok, stdout, stderr } = ports.kubectl(['get', resource, '--all-namespaces', '--output=json', ...connection]);
    const reason = stderr.trim().split('\n').at(-1) ?? '';
    if (!ok && !/doesn't have a resource type/.test(reason))
      return { ok: false, message: `kubectl cannot read ${resource}: ${reason}` };
    if (ok && hasItems(stdout)) files.push({ path: `${resource}.yaml`, text: stdout });
  }
  return { ok: true, files };
}

/** A kind without objects is an empty List, which has nothing to import. */
function hasItems(text: string): boolean {
  return listAt(JSON.parse(text), 'items').length > 0;
}
