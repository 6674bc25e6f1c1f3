import { readFileSync } from 'node:fs';
import { createService, type Service } from '../../console/core/service.ts';
import { collectHistory } from '../../console/data/collect-history.ts';
import { type Snapshot, snapshotFormat } from '../../console/data/snapshot.ts';
import { readTenants } from '../../io/read-tenants.ts';
import type { SourceFile } from '../../leasehold.ts';

/** The files of the sample repository. */
export const sampleFiles = readTenants('tenants');

/** The text of a file of the sample repository. */
export function sampleText(path: string): string {
  const file = sampleFiles.find((one) => one.path === path);
  return file && 'text' in file ? file.text : '';
}

export function snapshotOfFiles(files: readonly SourceFile[]): Snapshot {
  const usage = readFileSync('tenants/usage.jsonl', 'utf8');
  return {
    format: snapshotFormat,
    name: 'sample',
    directory: 'tenants',
    head: undefined,
    editUrl: undefined,
    files,
    usage,
  };
}

/** The service that the worker runs, with files and with earlier versions of them, newest first. */
export function serviceOf(files: readonly SourceFile[], earlier: readonly (readonly SourceFile[])[] = []): Service {
  const commits = earlier.map((_, index) => ({
    sha: `${index}`.repeat(40),
    author: 'Ada',
    date: '2026-06-01T09:00:00Z',
    subject: `commit ${index}`,
    request: `#${index}`,
  }));
  const history = collectHistory(commits, ({ sha }) => earlier[Number(sha[0])]);
  return createService({ snapshot: async () => snapshotOfFiles(files), history: async () => history });
}
