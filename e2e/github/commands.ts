/** An annotation as the runner reads it from the log. */
export interface ReadAnnotation {
  readonly severity: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The annotations in a log, in order. */
export function annotationsIn(log: string): readonly ReadAnnotation[] {
  const lines = log.split('\n').map((line) => /^::(error|warning|notice)(?: ([^:]*))?::(.*)$/.exec(line));
  return lines.flatMap((found) => {
    if (!found) return [];
    const [, severity = '', properties = '', message = ''] = found;
    const values = new Map(properties.split(',').map(propertyIn));
    const text = (name: string) => unescaped(values.get(name) ?? '');
    return [
      {
        severity,
        file: text('file'),
        line: Number(text('line')),
        column: Number(text('col')),
        message: unescaped(message),
      },
    ];
  });
}

/** A value can contain `=`. */
function propertyIn(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function unescaped(text: string): string {
  return text.replace(/%(3A|2C|0D|0A|25)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
