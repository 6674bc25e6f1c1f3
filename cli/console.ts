import type { Arguments } from './arguments.ts';
import { historyOf, placeFor, snapshotOf } from './console-data.ts';
import { dataOf } from './console-files.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { directoryOf } from './tenants.ts';
import { usageError } from './usage.ts';

const help = 'leasehold console --help';
/** The file that identifies an exported console, which a later export can replace. */
const mark = 'data/snapshot.json';

/** Serves the console of a directory, or writes it as a static site. */
export async function consoleCommand(args: Arguments, ports: Ports): Promise<ExitCode> {
  const dir = args.words[0] ?? directoryOf(args);
  const found = snapshotOf(dir, ports);
  if (!found.ok) return usageError(ports, found.message, help);
  const assets = ports.site.assets();
  if (assets.length === 0) return usageError(ports, 'this build has no console; run npm run build', help);
  const target = args.text('export');
  if (target === undefined) return serve(dir, args, ports);
  const files = [
    ...assets,
    { path: mark, contents: JSON.stringify(found.snapshot) },
    { path: 'data/history.json', contents: JSON.stringify(historyOf(dir, ports)) },
  ];
  if (!ports.site.write(target, files, mark)) {
    const why = ports.files.kindOf(target) === 'file' ? 'a file' : 'not empty, and is not an exported console';
    return usageError(ports, `${target} is ${why}; choose another directory`, help);
  }
  ports.stdout(`${target} contains the console of ${dir}. Any web server for static files can serve it.\n`);
  return exitCodes.success;
}

async function serve(dir: string, args: Arguments, ports: Ports): Promise<ExitCode> {
  const port = Number(args.text('port') ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    return usageError(ports, `--port is ${args.text('port')}; it must be a whole number from 0 to 65535`, help);
  const withoutSession = 'The link to this console works only once. Run leasehold console again for a new link.\n';
  const { url, ended } = await ports.site.serve({
    ...placeFor(dir, ports),
    data: dataOf(dir, ports),
    port,
    denial: withoutSession,
  });
  ports.stdout(
    `The console of ${dir} is at\n\n  ${url}\n\nThe link works only once, and only on this machine. Ctrl+C stops the console.\n`,
  );
  await ended;
  return exitCodes.success;
}
