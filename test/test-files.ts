import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

export interface TestFile {
  /** Relative to its folder. */
  readonly name: string;
  readonly file: string;
}

/**
 * Folders whose tests start first. Tests that start many git processes come before tests that use much memory, because a
 * process with much memory starts others more slowly. After them come other slow tests, so that none runs alone at the end.
 */
export const firstFolders = [
  'scripts/',
  'io/',
  'gateway/',
  'console/',
  'action/',
  'cli/',
  'plugin/',
  'structure/',
  'laws/',
];

/**
 * The test files below a folder whose paths in that folder contain one of the words, or all files without a word. The order
 * is the order in which they start. Throws if a word selects nothing.
 */
export function testFiles(folder: string, words: readonly string[]): readonly TestFile[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  const unused = words.filter((word) => !all.some((name) => name.includes(word)));
  if (unused.length > 0) throw new Error(`no path of a test in ${folder}/ contains ${unused.join(' or ')}`);
  return all
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
    .sort()
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((name) => ({ name, file: resolve(folder, name) }));
}

/** Tests that count steps start last, because the counter slows down its process until the end. */
const countsSteps = /^laws\/(?:import-)?cost\./;

function rankOf(name: string): number {
  if (countsSteps.test(name)) return firstFolders.length + 1;
  const rank = firstFolders.findIndex((folder) => name.startsWith(folder));
  return rank < 0 ? firstFolders.length : rank;
}
