import type { Rendering } from '../leasehold.ts';
import { trustNote } from '../shell/trust-note.ts';
import type { Ports } from './ports.ts';

/** Only at a terminal, so that scripts see problems and nothing else. */
export function printTrustNote({ resources }: Pick<Rendering, 'resources'>, { terminal, stdout }: Ports): void {
  const note = terminal.stdoutIsTty && !terminal.isCi && !terminal.isQuiet ? trustNote(resources) : '';
  if (note !== '') stdout(`${note}; see docs/security.md\n`);
}
