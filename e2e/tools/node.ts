import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { binFolder, stampFolder } from './paths.ts';

/** The Node version that runners start actions with, which can differ from that of the tests. */
export const node24 = { name: 'node24', version: '24.21.0' };

/** Installs it next to the built tools. Returns a description of what it did. */
export function provideNode(): string {
  const target = resolve(binFolder, node24.name);
  if (existsSync(target) && versionOf(target) === `v${node24.version}`) return `${node24.version} is up to date`;
  const folder = resolve(stampFolder, '..', node24.name);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('npm', ['install', ...options, `${name}@${node24.version}`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm cannot install ${name}: ${stderr}`);
  mkdirSync(binFolder, { recursive: true });
  copyFileSync(resolve(folder, 'node_modules', name, 'bin/node'), target);
  rmSync(folder, { recursive: true });
  return `${versionOf(target)} fetched`;
}

function versionOf(binary: string): string {
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout.trim();
}
