import { dirname, join } from 'node:path';
import { ownershipFile, parseOwnership } from '../io/ownership.ts';
import type { OutputFile, SourceFile } from '../leasehold.ts';
import { hydratorFile, hydratorText, readRepository } from '../shell/hydrator.ts';
import type { Ports } from './ports.ts';

/**
 * Updates the record of the source commit in a directory that has one. Only the action creates a record: it needs it to
 * find out which approvals apply. The record does not change if the files differ from those of the commit.
 */
export function sourceRecord(
  out: string,
  sources: readonly SourceFile[],
  { files, commitOf }: Ports,
): readonly OutputFile[] {
  const owned = parseOwnership(files.readText(join(out, ownershipFile)) ?? '')?.files ?? [];
  const earlier = files.readText(join(out, hydratorFile));
  if (earlier === undefined || !owned.some(({ path }) => path === hydratorFile)) return [];
  const source = commitOf([...new Set(sources.map(({ path }) => dirname(path)))]);
  const repoURL = readRepository(earlier);
  const isKnown = source !== undefined && repoURL !== undefined;
  return [{ path: hydratorFile, text: isKnown ? hydratorText({ repoURL, ...source }) : earlier }];
}
