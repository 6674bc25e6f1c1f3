import type { Arguments } from './arguments.ts';
import { doctorArgoCd } from './doctor-argocd.ts';
import { doctorGitHub } from './doctor-github.ts';
import { help } from './doctor-report.ts';
import type { ExitCode, Ports } from './ports.ts';
import { usageError } from './usage.ts';

/** Finds mistakes in the configuration of Argo CD or of a GitHub repository. */
export function doctor(args: Arguments, ports: Ports): ExitCode | Promise<ExitCode> {
  const [subject = ''] = args.words;
  if (subject === 'argocd') return doctorArgoCd(args, ports);
  if (subject === 'github') return doctorGitHub(args, ports);
  return usageError(ports, `doctor cannot examine ${subject}; it examines argocd and github`, help);
}
