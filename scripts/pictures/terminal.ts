import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { terminalSvg } from './svg.ts';

const program = resolve('dist/leasehold.mjs');
const columns = 110;

/** A typo that `leasehold check` reports, and a larger quota that `leasehold diff` shows. */
const session = [
  `sed -i 's/quota: small/quota: smal/' tenants/mto-tenant-lab.yaml`,
  'leasehold check',
  'git restore tenants',
  `sed -i 's/requests.cpu: "8"/requests.cpu: "16"/' tenants/mto-quota-small.yaml`,
  'leasehold diff',
];

export const terminalPicture = 'docs/pictures/terminal.svg';

/** Runs the session in a copy of the sample repository, and renders the terminal as SVG. */
export function drawTerminal(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-picture-'));
  try {
    cpSync('tenants', join(folder, 'tenants'), { recursive: true });
    outputOf(
      `git init --quiet --initial-branch main && git add . && git ${identity} commit --quiet --message tenants`,
      folder,
    );
    const lines = session.flatMap((command) => [`$ ${command}`, ...outputOf(command, folder)]);
    return terminalSvg(lines, columns, 'leasehold check finds a misspelled quota; leasehold diff shows a larger quota');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const identity = '-c user.name=a -c user.email=a@example.com';

/** The output of the command on a terminal, which `script` of util-linux provides. */
function outputOf(command: string, cwd: string): readonly string[] {
  const env = { ...process.env, COLUMNS: String(columns), SHELL: '/bin/sh' };
  const shell = `leasehold() { node ${program} "$@"; }; ${command}`;
  const { stdout, status } = spawnSync('script', ['--quiet', '--command', shell, '/dev/null'], {
    cwd,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command}: ${stdout}`);
  // The hash of the commit depends on its time.
  const text = stdout
    .replaceAll('\r', '')
    .replaceAll(/\b[0-9a-f]{12}\b/g, '5f3c1a9e7d20')
    .trimEnd();
  return text === '' ? [] : [...text.split('\n').flatMap(wrapped), ''];
}

/** Wraps lines like a terminal. Only unstyled lines are long enough to wrap. */
function wrapped(line: string): readonly string[] {
  return line.includes('\u001b') ? [line] : (line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? ['']);
}
