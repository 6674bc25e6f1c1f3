import { type ExitCode, exitCodes, type Ports } from './ports.ts';

/** Prints a usage error and the command that shows the help. */
export function usageError(ports: Ports, message: string, help: string): ExitCode {
  ports.stderr(`leasehold: ${message}\nTry: ${help}\n`);
  return exitCodes.usage;
}
