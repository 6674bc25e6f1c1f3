import { type ExitCode, exitCodes, type Ports } from './ports.ts';

/** A wrong call: what is wrong, and the command that tells more. */
export function usageFault(ports: Ports, message: string, help: string): ExitCode {
  ports.stderr(`leasehold: ${message}\nTry: ${help}\n`);
  return exitCodes.usage;
}
