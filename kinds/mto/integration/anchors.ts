/** Whether every alternative of an expression starts with `^` and ends with `$`. */
export function isAnchored(source: string): boolean {
  return alternativesOf(source).every((one) => one.startsWith('^') && one.endsWith('$'));
}

/** Whether an expression has alternatives outside of parentheses. An anchor applies to only one of them. */
export function hasAlternatives(source: string): boolean {
  return alternativesOf(source).length > 1;
}

/** The alternatives outside of parentheses, without the text in parentheses. */
function alternativesOf(source: string): readonly string[] {
  const outer = source.replaceAll(/\([^()]*\)/g, '');
  return outer === source ? source.split('|') : alternativesOf(outer);
}
