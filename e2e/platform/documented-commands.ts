import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';

/** The blocks of docs/platform.md that use `kcadm.sh`, without the command that opens a shell in the Pod. */
function documentedCommands(): readonly string[] {
  const blocks = readFileSync('docs/platform.md', 'utf8').matchAll(/^```text\n(.*?)^```/gms);
  const found = [...blocks].map(([, text = '']) => text).filter((text) => text.includes('kcadm.sh'));
  assert.is(found.length, 2);
  return found.map((text) => text.replace(/^kubectl .*\n/, ''));
}

/** Runs the commands with the addresses of this machine. Without a terminal, kcadm.sh reads the password from a variable. */
export function runDocumented(here: Readonly<Record<string, string>>, password: string): void {
  const env = { ...process.env, KC_CLI_PASSWORD: password };
  for (const command of documentedCommands()) {
    const moved = Object.entries(here).reduce((text, [from, to]) => text.replaceAll(from, to), command);
    execFileSync('bash', ['-euc', moved], { env, stdio: 'pipe' });
  }
}
