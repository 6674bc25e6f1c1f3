import type { Ports } from './ports.ts';

/** Tells on a terminal how far a long run is. */
export interface Progress {
  readonly step: (what: string, done: number, of: number) => void;
  /** Wipes the bar; to be called before anything else is printed. */
  readonly end: () => void;
}

const patience = 1000;
const interval = 100;
const barWidth = 24;

/** Nothing is shown in the first second, in CI, or where no terminal would show it. */
export function startProgress({ terminal, stderr, clock }: Ports): Progress {
  if (!terminal.stderrIsTty || terminal.isCi) return { step: () => {}, end: () => {} };
  let next = clock() + patience;
  let shown = false;
  return {
    step: (what, done, of) => {
      const now = clock();
      if (now < next) return;
      next = now + interval;
      shown = true;
      stderr(`\r\u001b[K${bar(what, done, of)}`);
    },
    end: () => {
      if (shown) stderr('\r\u001b[K');
      shown = false;
    },
  };
}

function bar(what: string, done: number, of: number): string {
  const filled = of === 0 ? 0 : Math.floor((done / of) * barWidth);
  return `${what} ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done}/${of}`;
}
