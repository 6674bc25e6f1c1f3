import type { Arguments } from './arguments.ts';
import { doctorArgoCd } from './doctor-argocd.ts';
import { doctorGitHub } from './doctor-github.ts';
import { help } from './doctor-report.ts';
import type { ExitCode, Ports } from './ports.ts';
import { usageError } from './usage.ts';

/** Looks for problems in what surrounds the render: an Argo CD, or a repository on GitHub. */
export function doctor(args: Arguments, ports: Ports): ExitCode | Promise<ExitCode> {
  const [subject = ''] = args.words;
  if (subject === 'argocd') return doctorArgoCd(args, ports);
  if (subject === 'github') return doctorGitHub(args, ports);
  return usageError(ports, `doctor cannot check ${subject}; it checks argocd and github`, help);
}
