import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

/** Serves the API and the console to people who sign in. */
export async function gatewayCommand(args: Arguments, ports: Ports): Promise<ExitCode> {
  const config = args.text('config');
  if (config === undefined) return usageError(ports, 'gateway needs --config FILE', 'leasehold gateway --help');
  const found = await ports.site.runGateway(config);
  if (!found.ok && found.isOfStart) {
    ports.stderr(`leasehold: ${found.message}\n`);
    return exitCodes.problems;
  }
  if (!found.ok) return usageError(ports, found.message, 'leasehold gateway --help');
  ports.stdout(`The gateway listens on port ${found.port}.\n`);
  await found.ended;
  return exitCodes.success;
}
