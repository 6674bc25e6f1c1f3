import { shortList } from '../data/short-list.ts';
import { diagnose } from '../doctor/argocd/doctor.ts';
import type { SourceFile } from '../leasehold.ts';
import type { Arguments } from './arguments.ts';
import { help, report } from './doctor-report.ts';
import type { ExitCode, Ports } from './ports.ts';
import { usageError } from './usage.ts';

/** Finds problems in the configuration of Argo CD. */
export function doctorArgoCd(args: Arguments, ports: Ports): ExitCode {
  const surplus = ['repository', 'branch', 'export'].find((option) => args.text(option) !== undefined);
  if (surplus !== undefined) return usageError(ports, `doctor argocd does not take the option --${surplus}`, help);
  const [, path = '.'] = args.words;
  const files = readFiles(path, ports);
  if (!files) return usageError(ports, `the file or directory ${path} does not exist`, help);
  const diagnosis = diagnose(files, args.texts('rendered'));
  const { examined, unexamined } = diagnosis;
  const names = new Set(files.map((file) => file.path));
  if (examined.length > 0 || unexamined.some(({ what }) => !names.has(what))) return report(diagnosis, args, ports);
  const unread =
    unexamined.length === 0
      ? ''
      : `; not read: ${shortList(
          unexamined.map(({ what, why }) => `${what} (${why})`),
          3,
        )}`;
  return usageError(ports, `${path} contains no objects of Argo CD${unread}`, help);
}

/** One file with any name, or the files of a directory. Undefined if neither exists. */
function readFiles(path: string, { files }: Ports): readonly SourceFile[] | undefined {
  if (files.kindOf(path) === 'directory') return files.readTree(path, () => {});
  const text = files.readText(path);
  return text === undefined ? undefined : [{ path, text }];
}
