import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

export interface TestFile {
  /** Relative to its folder. */
  readonly name: string;
  readonly file: string;
}

/** Folders of the slowest tests, which start first so that none of them runs alone at the end. */
export const slowest = ['scripts/', 'laws/', 'structure/', 'cli/', 'plugin/'];

/** The test files below a folder whose paths in that folder contain a word. The order is the order in which they start. */
export function testFiles(folder: string, word: string): readonly TestFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.test.ts') && name.includes(word))
    .sort()
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((name) => ({ name, file: resolve(folder, name) }));
}

/** Tests that count steps start last, because the counter slows down its process until the end. */
const countsSteps = /^laws\/(?:import-)?cost\./;

function rankOf(name: string): number {
  if (countsSteps.test(name)) return slowest.length + 1;
  const rank = slowest.findIndex((folder) => name.startsWith(folder));
  return rank < 0 ? slowest.length : rank;
}
