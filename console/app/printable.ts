/**
 * Control characters, invisible characters, bidirectional controls and line separators. Excludes tabs, line breaks, and
 * joiners, which some scripts and emoji need.
 */
const hidden = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces hidden characters with their escape sequences, such as `\u202e`, so that different texts look different. */
export function printable(text: string): string {
  return text.replace(hidden, (one) => `\\u${one.codePointAt(0)?.toString(16).padStart(4, '0')}`);
}
