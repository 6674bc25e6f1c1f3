import type { SourceFile } from '../core/source/source.ts';
import { listAt } from '../data/tree.ts';
import { printedList } from '../io/kubectl-output.ts';
import type { Ports } from './ports.ts';
import { startProgress } from './progress.ts';
import { readTenantFiles } from './tenants.ts';

/**
 * The files of an export, or an error. `isOfCluster` marks an error that is not a usage error. `unread` lists resources that
 * could not be read.
 */
export type ExportResult =
  | { readonly ok: true; readonly files: readonly SourceFile[]; readonly unread?: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly isOfCluster?: boolean };

/** Reads a directory, a file or standard input. The size limit of repository files applies only to a directory. */
export function readExport(place: string, ports: Ports): ExportResult {
  if (place === '-') return { ok: true, files: [{ path: 'stdin', text: ports.readInput() }] };
  const kind = ports.files.kindOf(place);
  if (kind === 'nothing') return { ok: false, message: `the file or directory ${place} does not exist` };
  const text = kind === 'file' ? ports.files.readText(place) : undefined;
  if (text !== undefined) return { ok: true, files: [{ path: place, text }] };
  return readTenantFiles(
    place,
    ports,
    startProgress(ports),
    'pass a directory that contains the output of kubectl get',
  );
}

/** Reads all objects of the given resources with the user's kubectl. Treats a kind without a CRD as empty. */
export function readCluster(resources: readonly string[], context: string | undefined, ports: Ports): ExportResult {
  const files: SourceFile[] = [];
  for (const resource of resources) {
    const read = readKind(resource, context, ports);
    if ('reason' in read && !/doesn't have a resource type/.test(read.reason))
      return { ok: false, message: `kubectl cannot read ${resource}: ${read.reason}`, isOfCluster: true };
    if ('text' in read && hasItems(read.text)) files.push({ path: `${resource}.yaml`, text: read.text });
  }
  return { ok: true, files };
}

/** The output of kubectl, or why there is none: the last line of its error, or that the output is incomplete. */
export type KindResult = { readonly text: string } | { readonly reason: string };

export function readKind(resource: string, context: string | undefined, ports: Ports, output = 'json'): KindResult {
  const connection = context === undefined ? [] : ['--context', context];
  const args = ['get', resource, '--all-namespaces', `--output=${output}`, ...connection];
  const { ok, stdout, stderr } = ports.kubectl(args);
  if (!ok) return { reason: stderr.trim().split('\n').at(-1) ?? '' };
  const isWhole = output !== 'json' || printedList(stdout) !== undefined;
  return isWhole ? { text: stdout } : { reason: 'the output of kubectl is incomplete' };
}

/** Whether a List of kubectl contains objects. For a kind without objects, kubectl prints an empty List. */
export function hasItems(text: string): boolean {
  return listAt(JSON.parse(text), 'items').length > 0;
}
