import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The composition of kinds and core, which every program imports. */
export const composition = 'leasehold.ts';

/** Pure folders below the composition, lowest layer first. */
const coreFolders = [
  'data',
  'yaml',
  'templates',
  'kubernetes',
  'cost',
  'admission',
  'core',
  'gotemplate',
  'analysis',
  'kinds',
];

/** Folders with pure code: tsconfig.core.json compiles them without the types of any host. */
export const pureFolders: readonly string[] = [...coreFolders, 'import'];

/** Pure folders inside the folders of programs. */
export const pureParts: readonly string[] = ['sidecar/decide'];

/** Folders of the product with input and output, lowest layer first. */
export const programFolders: readonly string[] = [
  'io',
  'shell',
  'cluster',
  'database',
  'sidecar',
  'showback',
  'console',
  'gateway',
  'plugin',
  'doctor',
  'cli',
  'kubectl',
  'action',
];

/** The root folders of the product and the composition, lowest layer first: each imports only itself and lower layers. */
export const layers: readonly string[] = [...coreFolders, composition, 'import', ...programFolders];

/** Folders that build, test and measure the product. */
export const supportFolders: readonly string[] = ['bench', 'e2e', 'scripts', 'test'];

/** Every TypeScript file of the product, relative to the checkout. */
export function productFiles(): readonly string[] {
  return [composition, ...[...pureFolders, ...programFolders].flatMap(sourceFilesIn)];
}

/** Every TypeScript file whose code is pure. */
export function pureFiles(): readonly string[] {
  return [composition, ...[...pureFolders, ...pureParts].flatMap(sourceFilesIn)];
}

/** The root folders, except hidden folders and folders that Git ignores. */
export function rootFolders(): readonly string[] {
  const folders = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => !name.startsWith('.') && !ignoredPaths().includes(name));
}

/** The paths in .gitignore: installed, built or rendered files. */
export function ignoredPaths(): readonly string[] {
  const lines = readFileSync('.gitignore', 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('/')).map((line) => line.replace(/^\/|\/$/g, ''));
}

/** The TypeScript files below a folder; none if the folder does not exist. */
export function sourceFilesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
}
