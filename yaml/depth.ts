/** Far more than a resource has, and far less than overflows the stack of a recursive parser. */
const deepest = 200;
const widestIndent = 1000;

/**
 * True for text whose nesting no parser should be asked to follow: beyond its stack lies an abort that cannot be
 * caught. Brackets in texts count too, unless a line that begins a key at the left margin comes between.
 */
export function isTooDeep(text: string): boolean {
  return isFarIndented(text) || compact.test(text) || flowDepth(text) > deepest;
}

/** The part of it that block mappings can do, and that is quick to find. */
export function isFarIndented(text: string): boolean {
  return indented.test(text);
}

const indented = new RegExp(`^ {${widestIndent}}`, 'm');
/** Lists in lists on one line, as in `- - - a`. */
const compact = new RegExp(`^ *(?:[-?] +){${deepest}}`, 'm');
const marks = /[[{\]}]|^[A-Za-z_"']/gm;

function flowDepth(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [mark] of text.matchAll(marks)) {
    if (mark === '[' || mark === '{') depth++;
    else if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1);
    else depth = 0;
    most = Math.max(most, depth);
  }
  return most;
}
