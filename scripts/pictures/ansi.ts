/** Text with a single style. */
export interface Span {
  readonly text: string;
  /** CSS classes of the picture's style sheet. */
  readonly classes: readonly string[];
}

const names: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  35: 'magenta',
  36: 'cyan',
};

/** Parses a line of terminal output into spans. Throws for a style that the picture does not support. */
export function spansOf(line: string): readonly Span[] {
  const [first = '', ...rest] = line.split('\u001b[');
  return [{ text: first, classes: [] }, ...rest.map(spanOf)].filter(({ text }) => text !== '');
}

function spanOf(part: string): Span {
  const end = part.indexOf('m');
  const codes = part.slice(0, end).split(';');
  const classes = codes.filter((code) => code !== '0').map((code) => names[code] ?? unknownStyle(code));
  return { text: part.slice(end + 1), classes };
}

function unknownStyle(code: string): never {
  throw new Error(`the picture of the terminal has no style ${code}`);
}
