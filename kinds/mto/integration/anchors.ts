/** Whether every alternative of an expression starts with `^` and ends with `$`. */
export function isAnchored(source: string): boolean {
  return alternativesOf(source).every((one) => one.startsWith('^') && one.endsWith('$'));
}

/** What is wrong with an expression that is not anchored, and what to write instead. */
export function anchorAdvice(source: string): { readonly problem: string; readonly fix: string } {
  return hasAlternatives(source)
    ? {
        problem: 'is not anchored in every alternative',
        fix: 'put the alternatives in parentheses between ^ and $, such as ^(one|other)$',
      }
    : { problem: 'is not anchored', fix: 'start it with ^ and end it with $' };
}

/** Whether an expression has alternatives outside of parentheses. An anchor applies to only one of them. */
export function hasAlternatives(source: string): boolean {
  return alternativesOf(source).length > 1;
}

/**
 * The top-level alternatives, without the groups in them. A dot replaces each escaped character and each character class.
 */
function alternativesOf(source: string): readonly string[] {
  const alternatives = [''];
  let depth = 0;
  for (let index = 0; index < source.length; index++) {
    const end = endOfAtom(source, index);
    const char = end === index ? source[index] : '.';
    index = end;
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (depth === 0 && char === '|') alternatives.push('');
    else if (depth === 0) alternatives.push(`${alternatives.pop()}${char}`);
  }
  return alternatives;
}

/** The index of the last character of the atom at `start`: an escape, a character class, or a single character. */
function endOfAtom(source: string, start: number): number {
  if (source[start] === '\\') return start + 1;
  if (source[start] !== '[') return start;
  // A bracket at the start of a class is a member of it.
  let index = start + (source[start + 1] === '^' ? 2 : 1);
  do index += source[index] === '\\' ? 2 : 1;
  while (index < source.length && source[index] !== ']');
  return index;
}
