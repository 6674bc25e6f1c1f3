import { spawnSync } from 'node:child_process';
import { endOnFailedOutput } from '../io/standard-streams.ts';
import type { Ports } from './ports.ts';
import { run } from './run.ts';

const kubectl: Ports['kubectl'] = (args, input) => {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 30, ...(input === undefined ? {} : { input }) } as const;
  const { status, error, stdout, stderr } = spawnSync('kubectl', args, options);
  if (error) return { ok: false, stdout: '', stderr: `kubectl cannot be run: ${error.message}` };
  return { ok: status === 0, stdout, stderr };
};

endOnFailedOutput('kubectl leasehold');
process.exitCode = run(process.argv.slice(2), {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  kubectl,
});
