const backslash = 0x5c;

/** The position in a JSON string, which can be in several parts of a text. */
export interface InText {
  /** The index after the string, or the length of the text if the string does not end in it. */
  readonly next: number;
  readonly isOpen: boolean;
  /** Whether the first character of the next part is escaped. */
  readonly isEscaped: boolean;
}

/** Finds the end of a JSON string. `from` is an index after its first quotation mark. */
export function textEnd(text: string, from: number, wasEscaped: boolean): InText {
  let [at, isEscaped] = [from, wasEscaped];
  for (;;) {
    const found = text.indexOf('"', at);
    const end = found < 0 ? text.length : found;
    const slashes = slashesBefore(text, at, end);
    if (slashes < end - at) isEscaped = false;
    if (slashes % 2 === 1) isEscaped = !isEscaped;
    if (found < 0) return { next: end, isOpen: true, isEscaped };
    if (!isEscaped) return { next: end + 1, isOpen: false, isEscaped };
    [at, isEscaped] = [end + 1, false];
  }
}

function slashesBefore(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && text.charCodeAt(at - 1) === backslash) at--;
  return end - at;
}
