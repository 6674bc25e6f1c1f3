/** `1 file`, `2 files`; large numbers have thousands separators. */
export function count(number: number, noun: string): string {
  const digits = String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${number === 1 ? noun : plural(noun)}`;
}

function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Text from a file on one line of a terminal. Replaces control characters with a dot. */
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
