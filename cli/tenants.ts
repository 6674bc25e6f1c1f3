import type { SourceFile } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import { lastTenantHint } from '../shell/no-tenants.ts';
import type { Arguments } from './arguments.ts';
import { printPlatformNote } from './platform-note.ts';
import type { Ports } from './ports.ts';
import type { Progress } from './progress.ts';

export type TenantFiles =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | { readonly ok: false; readonly message: string };

/** The directory of the tenants that a command reads. */
export function directoryOf(args: Arguments): string {
  return args.text('dir') ?? defaultDirectory;
}

/**
 * Reads a directory of tenants, or standard input for `-`. Fails for a file, a missing directory, and a directory
 * without input files, whose message ends with `emptyHint`.
 */
export function readTenantFiles(
  dir: string,
  ports: Ports,
  progress: Progress,
  emptyHint = lastTenantHint(dir),
): TenantFiles {
  const { files: disk, readInput } = ports;
  if (dir === '-') return { ok: true, files: [{ path: 'stdin.yaml', text: readInput() }] };
  const kind = disk.kindOf(dir);
  if (kind === 'file')
    return {
      ok: false,
      message: `${dir} is a file; pass the directory that contains it, or the file on standard input with --dir -`,
    };
  if (kind === 'nothing') return { ok: false, message: `the directory ${dir} does not exist${hint(dir, disk.kindOf)}` };
  const files = disk.readTree(dir, (done, of) => progress.step('reading', done, of));
  progress.end();
  printPlatformNote(dir, files, ports);
  return files.length > 0
    ? { ok: true, files }
    : { ok: false, message: `${dir} contains no .yaml, .yml or .json files; ${emptyHint}` };
}

function hint(dir: string, kindOf: Ports['files']['kindOf']): string {
  const isDefault = dir === defaultDirectory;
  if (!isDefault && kindOf(defaultDirectory) === 'directory') return `; did you mean ${defaultDirectory}?`;
  const hint = isDefault ? 'pass --dir, or create the directory with leasehold init; ' : '';
  return `; ${hint}${lastTenantHint(dir)}`;
}
