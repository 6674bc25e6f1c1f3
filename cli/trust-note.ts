import type { Rendering } from '../leasehold.ts';
import { trustNote } from '../shell/trust-note.ts';
import { documentation } from './help.ts';
import type { Ports } from './ports.ts';

/** Prints the note only at a terminal, so that scripts see nothing except problems. */
export function printTrustNote({ resources }: Pick<Rendering, 'resources'>, { terminal, stderr }: Ports): void {
  const note = terminal.stderrIsTty && !terminal.isCi && !terminal.isQuiet ? trustNote(resources) : '';
  if (note !== '') stderr(`${note}; see ${documentation}docs/security.md\n`);
}
