/**
 * Words that YAML 1.1 and 1.2 readers take for different things, or for something else than a string.
 * Source of the list: the YAML 1.1 type repository (bool, null, merge, value) and the 1.2 core schema.
 */
const words = new Set(
  ['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null', '~'].flatMap((word) => [
    word,
    word.toUpperCase(),
    word.charAt(0).toUpperCase() + word.slice(1),
  ]),
);
const longestWord = 5;
const decimal = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/;
/**
 * Made of nothing but what numbers, dates, versions and times are made of, in any base; or infinity, not-a-number
 * and the bare exponent that some YAML 1.1 readers take for zero.
 */
const numeric = /^(?:[-+.0-9][-+.0-9:_,a-fA-FxXoOT]*|[-+]?(?:\.(?:inf|Inf|INF|nan|NaN|NAN)|[eE][-+]?[0-9]+))$/;
const safeStart = /^(?:[A-Za-z0-9_./^(+]|-[^ \n])/;

/** True when a plain scalar spelled so is not the same string to every YAML reader. */
export function notPlain(token: string): boolean {
  return (
    (token.length <= longestWord && words.has(token)) || (mayBeNumeric(token.charCodeAt(0)) && numeric.test(token))
  );
}

/** Digits, signs and the like are below the letters, of which only E begins what some reader takes for a number. */
function mayBeNumeric(char: number): boolean {
  return char < 65 || char === 69 || char === 101;
}

/** The value of a plain scalar that YAML 1.1 and 1.2 agree on, or undefined when they might not. */
export function resolvePlain(token: string): string | number | boolean | null | undefined {
  if (token === 'true') return true;
  if (token === 'false') return false;
  if (token === 'null') return null;
  if (mayBeNumeric(token.charCodeAt(0)) && decimal.test(token)) return token === '-0' ? undefined : Number(token);
  if (!safeStart.test(token) || notPlain(token)) return undefined;
  return token.includes(': ') || token.endsWith(':') ? undefined : token;
}
