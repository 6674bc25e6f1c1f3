import type { Ports } from './ports.ts';

/** Shows the progress of a long run in a terminal. */
export interface Progress {
  readonly step: (what: string, done: number, of: number) => void;
  /** Announces a step that processes this number of files and cannot report its progress. */
  readonly announce: (what: string, files: number) => void;
  /** Removes the progress bar. Call it before printing anything else. */
  readonly end: () => void;
}

const showAfter = 1000;
const interval = 100;
const barWidth = 24;
/** Milliseconds to render a file on a small machine, to estimate how long a step takes. */
const perFile = 0.25;

/**
 * Shows a step only after the first second, or if it probably ends later than that. Shows nothing in CI, without a
 * terminal or with --quiet.
 */
export function startProgress({ terminal, stderr, clock }: Ports): Progress {
  if (!terminal.stderrIsTty || terminal.isCi || terminal.isQuiet)
    return { step: () => {}, announce: () => {}, end: () => {} };
  let next = clock() + showAfter;
  let shown = false;
  const show = (text: string) => {
    shown = true;
    stderr(`\r\u001b[K${text}`);
  };
  return {
    step: (what, done, of) => {
      const now = clock();
      if (now < next) return;
      next = now + interval;
      show(bar(what, done, of));
    },
    announce: (what, files) => {
      if (clock() + files * perFile >= next) show(`${what} ${files} files …`);
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
