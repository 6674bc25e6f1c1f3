import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { fileGraph, reachableFrom } from './import-graph.ts';
import { sourceFilesIn } from './source-tree.ts';
import type { TestFile } from './test-files.ts';

/** Test files, and the number of processes that run them. */
export interface ProcessGroup {
  readonly files: readonly TestFile[];
  readonly processes: number;
}

/**
 * The groups of a folder's tests, which run at the same time. All tests that use a control plane share one process and its
 * control plane. With UPDATE=1, all tests share one process, because some write files that others read.
 */
export function processGroups(folder: string, files: readonly TestFile[]): readonly ProcessGroup[] {
  if (process.env['UPDATE'] === '1') return [{ files, processes: 1 }];
  if (folder !== 'e2e') return [{ files, processes: Math.min(availableParallelism(), 4, files.length) }];
  const graph = fileGraph(sourceFilesIn(folder));
  const usesControlPlane = ({ file }: TestFile) =>
    reachableFrom(relative('.', file), graph).has('e2e/control-plane.ts');
  const groups = [files.filter(usesControlPlane), files.filter((file) => !usesControlPlane(file))];
  return groups.filter((group) => group.length > 0).map((group) => ({ files: group, processes: 1 }));
}
