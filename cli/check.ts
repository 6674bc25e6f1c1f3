import { expiredModes } from '../analysis/rules/expired-modes.ts';
import { isDay } from '../data/day.ts';
import { render } from '../leasehold.ts';
import { fails, problemsData, tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { startProgress } from './progress.ts';
import { directoryOf, readTenantFiles } from './tenants.ts';
import { printTrustNote } from './trust-note.ts';
import { usageError } from './usage.ts';

/** Reports every problem of every file. Writes nothing. */
export function check(args: Arguments, ports: Ports): ExitCode {
  const today = args.text('today');
  if (today !== undefined && !isDay(today))
    return usageError(ports, `--today is ${today}; it must be a date such as 2026-12-01`, 'leasehold check --help');
  const progress = startProgress(ports);
  const tenants = readTenantFiles(directoryOf(args), ports, progress);
  if (!tenants.ok) return usageError(ports, tenants.message, 'leasehold check --help');
  const { files } = tenants;
  progress.announce('checking', files.length);
  const { problems: found, resources } = render(files);
  const problems = [...found, ...(today === undefined ? [] : expiredModes(resources, files, today))];
  progress.end();
  const format = args.text('output') ?? 'text';
  if (format !== 'text') ports.stdout(problemsData(problems, format));
  else {
    const what =
      resources.length > 0
        ? `${count(files.length, 'file')}, ${count(resources.length, 'resource')}`
        : count(files.length, 'file');
    ports.stdout(`${problemsText(problems, files, ports, 'stdout')}${what}: ${tallyOf(problems)}\n`);
    printTrustNote({ resources }, ports);
  }
  return fails(problems, args.isSet('strict')) ? exitCodes.problems : exitCodes.success;
}
