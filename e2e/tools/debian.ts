import { spawnSync } from 'node:child_process';

/** Programs that Debian provides: the program and its package. */
export const debianPrograms = [
  ['redis-server', 'redis-server'],
  ['chromium', 'chromium'],
  ['pg_dump', 'postgresql'],
  ['mvn', 'maven'],
  ['prometheus', 'prometheus'],
  ['zsh', 'zsh'],
  ['fish', 'fish'],
] as const;

/** Installs a package unless its program exists. Returns a description of what it did. */
export function provideFromDebian(program: string, debianPackage: string): string {
  if (isThere(program)) return 'is already installed';
  aptGet('update');
  aptGet('install', '--yes', '--no-install-recommends', debianPackage);
  if (!isThere(program)) throw new Error(`Debian's ${debianPackage} does not contain ${program}`);
  return 'installed';
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

function aptGet(...args: readonly string[]): void {
  const command = process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', '--non-interactive', 'apt-get', ...args];
  const [program = '', ...rest] = command;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stdout, stderr } = spawnSync(program, rest, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${error?.message ?? stdout + stderr}`);
}
