import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ControlPlane } from './control-plane.ts';
import { builtTool } from './tools/paths.ts';

const program = resolve(import.meta.dirname, '../dist/leasehold.mjs');

/** Runs commands of a guide in a directory of their own, with kubectl and the built leasehold on the PATH. */
export function guideShell(
  { kubeconfig }: ControlPlane,
  variables: Readonly<Record<string, string>>,
  folder: string = mkdtempSync(join(tmpdir(), 'leasehold-migrate-')),
): (commands: string) => Promise<void> {
  const tools = mkdtempSync(join(tmpdir(), 'leasehold-tools-'));
  writeFileSync(join(tools, 'leasehold'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(tools, 'leasehold'), 0o755);
  const kubectl = builtTool('kubectl').replace(/\/kubectl$/, '');
  const PATH = `${tools}:${kubectl}:${process.env['PATH']}`;
  const env = { PATH, KUBECONFIG: kubeconfig, HOME: folder, OPERATOR: 'operator', ...variables };
  return (commands) =>
    new Promise((done, fail) => {
      const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env });
      let output = '';
      shell.stdout.on('data', (part) => (output += part));
      shell.stderr.on('data', (part) => (output += part));
      shell.on('close', (code) => (code === 0 ? done() : fail(new Error(`${commands}\n${output}`))));
    });
}
