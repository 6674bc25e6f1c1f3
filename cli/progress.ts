import type { Ports } from './ports.ts';

/** Tells on a terminal how far a long run is. */
export interface Progress {
  readonly step: (what: string, done: number, of: number) => void;
  /** Tells of work on that many files that cannot be watched, before it begins. */
  readonly announce: (what: string, files: number) => void;
  /** Wipes the bar; to be called before anything else is printed. */
  readonly end: () => void;
}

const patience = 1000;
const interval = 100;
const barWidth = 24;
/** Milliseconds that a file takes to render, on a small machine: enough to know what will take over a second. */
const perFile = 0.25;

/** Nothing is shown in the first second, in CI, or where no terminal would show it. */
export function startProgress({ terminal, stderr, clock }: Ports): Progress {
  if (!terminal.stderrIsTty || terminal.isCi) return { step: () => {}, announce: () => {}, end: () => {} };
  let next = clock() + patience;
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
