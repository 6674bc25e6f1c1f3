import type { Ports } from './ports.ts';

const sequences = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Color = keyof typeof sequences;
export type Paint = (color: Color, text: string) => string;

/** Whether the output goes to a terminal, or FORCE_COLOR requests the format for terminals. */
export function isForPeople({ terminal }: Ports, stream: 'stdout' | 'stderr'): boolean {
  const isTty = stream === 'stdout' ? terminal.stdoutIsTty : terminal.stderrIsTty;
  return isTty || terminal.color === 'always';
}

/** Colors text for a terminal, or if the user asks for it. */
export function paintFor(ports: Ports, stream: 'stdout' | 'stderr'): Paint {
  if (ports.terminal.color === 'never' || !isForPeople(ports, stream)) return (_, text) => text;
  return (color, text) => (text === '' ? '' : `\u001b[${sequences[color]}m${text}\u001b[0m`);
}
