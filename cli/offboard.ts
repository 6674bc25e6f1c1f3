import { isError } from '../core/problem/problem.ts';
import { isDay } from '../data/day.ts';
import { type Offboarding, offboard as offboardFiles, render } from '../leasehold.ts';
import { offboardingLines } from '../shell/offboarding.ts';
import { tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { startProgress } from './progress.ts';
import { directoryOf, readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

const help = 'leasehold offboard --help';

/** Removes from the files the tenants whose last day has passed, or prints what it would remove. */
export function offboard(args: Arguments, ports: Ports): ExitCode {
  const today = args.text('today') ?? new Date(ports.time.now()).toISOString().slice(0, 10);
  if (!isDay(today)) return usageError(ports, `--today is ${today}; it must be a date such as 2026-12-01`, help);
  const dir = directoryOf(args);
  if (dir === '-' && args.isSet('write'))
    return usageError(ports, '--write needs a directory, not standard input', help);
  const tenants = readTenantFiles(dir, ports, startProgress(ports));
  if (!tenants.ok) return usageError(ports, tenants.message, help);
  const errors = render(tenants.files).problems.filter(isError);
  if (errors.length > 0) {
    ports.stderr(`${problemsText(errors, tenants.files, ports, 'stderr')}${tallyOf(errors)}: nothing is removed\n`);
    return exitCodes.problems;
  }
  const result = offboardFiles(tenants.files, today);
  if (args.isSet('write')) write(result, ports);
  const isWritten = args.isSet('write');
  ports.stdout(args.text('output') === 'json' ? jsonOf(result, today, isWritten) : textOf(result, today, isWritten));
  return result.blocked.length > 0 ? exitCodes.problems : exitCodes.success;
}

function write({ changes }: Offboarding, { files }: Ports): void {
  for (const { path, text } of changes) {
    if (text === undefined) files.remove(path);
    else files.replace(path, text);
  }
}

function textOf(result: Offboarding, today: string, isWritten: boolean): string {
  const { removed, blocked } = result;
  if (removed.length + blocked.length === 0) return `no tenant has a last day before ${today}\n`;
  const what = `${count(removed.length, 'tenant')} ${isWritten ? 'removed' : 'to remove'}`;
  const hint = isWritten || removed.length === 0 ? '' : '; use --write to change the files';
  return `${offboardingLines(result).join('\n')}\n${what}${hint}\n`;
}

function jsonOf({ removed, blocked, changes, mentions }: Offboarding, today: string, isWritten: boolean): string {
  const files = changes.map(({ path, text }) => ({ path, action: text === undefined ? 'delete' : 'change' }));
  return `${JSON.stringify({ today, isWritten, removed, files, blocked, mentions }, null, 2)}\n`;
}
