import { version } from '../shell/version.ts';
import { announcement } from './announcement.ts';
import { type Fault, faultText } from './fault.ts';
import { generate } from './generate.ts';
import type { ExitCode, Inputs, Ports } from './ports.ts';

/**
 * One call by Argo CD's plugin server. Either everything is on stdout and the result is 0, or nothing is, stderr says
 * what to do, and the result is 1: Argo CD would prune what a partial output leaves out. Never rejects.
 */
export async function run(inputs: Inputs, ports: Ports): Promise<ExitCode> {
  try {
    return await dispatch(inputs, ports);
  } catch (error) {
    return failed({ fix: internalError(error), details: [] }, ports);
  }
}

async function dispatch(inputs: Inputs, ports: Ports): Promise<ExitCode> {
  const [command = ''] = inputs.argv;
  if (command === 'generate') {
    const outcome = generate(inputs, ports);
    return outcome.ok ? await print(outcome.value, ports) : failed(outcome.fault, ports);
  }
  if (command === 'parameters') return await print(announcement(inputs, ports), ports);
  if (command === '--version') return await print(`${version}\n`, ports);
  return failed({ fix: 'call leasehold-cmp with generate, parameters or --version', details: [] }, ports);
}

async function print(text: string, ports: Ports): Promise<ExitCode> {
  await ports.stdout(text);
  return 0;
}

function failed(fault: Fault, ports: Ports): ExitCode {
  ports.stderr(faultText(fault));
  return 1;
}

/** Names the sort of error and not its message, which might quote a file. */
function internalError(error: unknown): string {
  const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { name: 'Error', code: undefined };
  if (code === 'EPIPE') return 'refresh the application: Argo CD stopped reading before all manifests were written';
  const what = code === undefined ? name : `${name} ${code}`;
  return `report a bug of leasehold ${version}: internal error (${what}); leasehold render shows it with --debug`;
}
