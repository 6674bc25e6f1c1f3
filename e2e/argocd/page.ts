import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../temporary.ts';
import { builtTool } from '../tools/paths.ts';
import type { ArgoCd } from './argocd.ts';

const pages = ['argocd-operations', 'break-glass'].map((name) =>
  readFileSync(resolve(import.meta.dirname, `../../docs/${name}.md`), 'utf8'),
);
const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');

let programs: string | undefined;

/** A directory with the programs that the pages use. */
function programFolder(): string {
  if (programs !== undefined) return programs;
  const folder = temporaryFolder('leasehold-bin-');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'leasehold'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(folder, 'leasehold'), 0o755);
  symlinkSync(builtTool('kubectl'), join(folder, 'kubectl'));
  programs = folder;
  return folder;
}

/**
 * Runs commands of docs/argocd-operations.md or docs/break-glass.md in a directory. Each must succeed. Returns their
 * output.
 */
export function runPage(
  { plane }: ArgoCd,
  block: string,
  variables: Readonly<Record<string, string>>,
  cwd = programFolder(),
): string {
  const env = { ...process.env, KUBECONFIG: plane.kubeconfig, PATH: `${programFolder()}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', commandsOf(block)], {
    cwd,
    env: { ...env, ...variables },
    encoding: 'utf8',
  });
  assert.is(status, 0, `${block}\n${stdout}\n${stderr}`);
  return stdout;
}

function commandsOf(block: string): string {
  const commands = new RegExp(`<!-- ${block}:start -->\\s*\`\`\`bash\n([\\s\\S]*?)\`\`\`\\s*<!-- ${block}:end -->`);
  const [text] = pages.flatMap((page) => commands.exec(page)?.[1] ?? []);
  assert.ok(text, `the pages have no commands ${block}`);
  return text ?? '';
}
