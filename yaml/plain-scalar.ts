/**
 * Words that YAML 1.1 and 1.2 readers resolve differently, or do not resolve to strings.
 * Source: the YAML 1.1 type repository (bool, null, merge, value) and the YAML 1.2 core schema.
 */
const words = new Set(
  ['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null', '~'].flatMap((word) => [
    word,
    word.toUpperCase(),
    word.charAt(0).toUpperCase() + word.slice(1),
  ]),
);
const maxWordLength = 5;
const decimal = /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,15})?$/;
/**
 * Matches scalars with only the characters of numbers (in any base), dates, versions and times. Also matches infinity,
 * not-a-number, and the bare exponent that some YAML 1.1 readers resolve to zero.
 */
const numeric = /^(?:[-+.0-9][-+.0-9:_,a-fA-FxXoOT]*|[-+]?(?:\.(?:inf|Inf|INF|nan|NaN|NAN)|[eE][-+]?[0-9]+))$/;
const safeStart = /^(?:[A-Za-z0-9_./^(+]|-[^ \n])/;

/** Whether a string needs quotes because a YAML parser could resolve it, unquoted, to another type. */
export function needsQuotes(token: string): boolean {
  return (
    (token.length <= maxWordLength && words.has(token)) || (mayBeNumeric(token.charCodeAt(0)) && numeric.test(token))
  );
}

/** Digits and signs sort before the letters. E and e are the only letters that can start a number. */
function mayBeNumeric(char: number): boolean {
  return char < 65 || char === 69 || char === 101;
}

/** The value of a plain scalar, or undefined if YAML 1.1 and 1.2 readers might not agree on it. */
export function resolvePlain(token: string): string | number | boolean | null | undefined {
  if (token === 'true') return true;
  if (token === 'false') return false;
  if (token === 'null') return null;
  if (mayBeNumeric(token.charCodeAt(0)) && decimal.test(token)) return numberOf(token);
  if (!safeStart.test(token) || needsQuotes(token)) return undefined;
  return token.includes(': ') || token.endsWith(':') ? undefined : token;
}

function numberOf(token: string): number | undefined {
  const value = Number(token);
  return token === '-0' || (Number.isInteger(value) && !Number.isSafeInteger(value)) ? undefined : value;
}
