import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A directory that is removed when this process exits. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(resolve(tmpdir(), prefix));
  folders.push(folder);
  return folder;
}
