/** `1 file`, `2 files`; large numbers have thousands separators. */
export function count(number: number, noun: string): string {
  const digits = String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${number === 1 ? noun : plural(noun)}`;
}

function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/**
 * Text from a file on one line of a terminal. Replaces a tab with a space, and other control or format characters with
 * a dot.
 */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
}

/** A value on one line, truncated to a number of characters. Text is quoted unless it is a single plain word. */
export function valueText(value: unknown, most: number): string {
  const text = typeof value === 'string' && /^[!-~]+$/.test(value) ? value : JSON.stringify(value);
  return printable(text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text);
}

/** A word for the command line of a shell, quoted if the shell would change it. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** JSON text for output, with escapes for hidden characters. */
export function jsonText(value: unknown, indent = 2): string {
  return `${withEscapes(JSON.stringify(value, null, indent))}\n`;
}

/**
 * Quoted text with escapes for characters that a terminal acts on or hides, such as those that change the direction of text.
 * The data stays the same.
 */
export function withEscapes(quoted: string): string {
  return quoted.replace(/[\u007f-\u009f\u2028\u2029]|(?![\u{10000}-\u{10ffff}])\p{Cf}/gu, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What a program prints. Replaces characters that act on a terminal, except the program's own colors and line control. */
export function terminalText(text: string): string {
  return text.replace(acting, '·');
}

const acting =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to replace
  /(?!\u001b\[[0-9;]*[mK])\u001b|[\0-\b\v\f\u000e-\u001a\u001c-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
