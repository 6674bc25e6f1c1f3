import { version } from '../shell/version.ts';
import { announcement } from './announcement.ts';
import { generate } from './generate.ts';
import { errorText, type PluginError } from './plugin-error.ts';
import type { ExitCode, Invocation, Ports } from './ports.ts';

/**
 * Handles one call by Argo CD's plugin server. Prints everything to stdout and returns 0, or prints an error to stderr and
 * returns 1. Never starts to print a partial output, because Argo CD would prune what it leaves out. Rejects only if it cannot
 * write to stderr.
 */
export async function run(invocation: Invocation, ports: Ports): Promise<ExitCode> {
  try {
    return await dispatch(invocation, ports);
  } catch (error) {
    return failed({ summary: internalErrorText(error), details: [] }, ports);
  }
}

async function dispatch(invocation: Invocation, ports: Ports): Promise<ExitCode> {
  const [command = ''] = invocation.argv;
  if (command === 'generate') {
    const result = generate(invocation, ports);
    return result.ok ? await print(result.value, ports) : failed(result.error, ports);
  }
  if (command === 'parameters') return await print(announcement(invocation, ports), ports);
  if (command === '--version') return await print(`${version}\n`, ports);
  return failed({ summary: 'call leasehold-cmp with generate, parameters or --version', details: [] }, ports);
}

async function print(text: string, ports: Ports): Promise<ExitCode> {
  await ports.stdout(text);
  return 0;
}

function failed(error: PluginError, ports: Ports): ExitCode {
  ports.stderr(errorText(error));
  return 1;
}

/** Fixes for errors of the operating system, which are not bugs of leasehold. */
const incompleteOutput: ReadonlyMap<string, string> = new Map([
  ['EDQUOT', 'raise the disk quota of the output'],
  ['EFBIG', 'allow larger files, or write the output to a pipe'],
  ['ENOSPC', 'free space on the disk of the output'],
  ['EPIPE', 'refresh the application, because Argo CD stopped reading'],
]);

/** The type of the error, without its message, which might quote a file. */
function internalErrorText(error: unknown): string {
  const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { name: 'Error', code: undefined };
  const fix = incompleteOutput.get(code ?? '');
  if (fix !== undefined) return `only part of the manifests was written (${code}); ${fix}`;
  const what = code === undefined ? name : `${name} ${code}`;
  return `internal error in leasehold ${version} (${what}); report this bug with the output of leasehold render --debug`;
}
