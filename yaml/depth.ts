/** Far more than a resource needs, and far less than overflows the stack of a recursive parser. */
const maxDepth = 200;
const maxIndent = 1000;

/**
 * Whether the text is nested too deeply for a parser: a stack overflow inside a parser cannot always be caught.
 * Also counts brackets inside strings, up to the next line that starts a key at the left margin.
 */
export function isTooDeep(text: string): boolean {
  return isIndentedTooFar(text) || nestedItems.test(text) || flowDepth(text) > maxDepth;
}

/** The part of `isTooDeep` that concerns block mappings. It is cheap enough to run on every file. */
export function isIndentedTooFar(text: string): boolean {
  return tooFar.test(text);
}

const tooFar = new RegExp(`^ {${maxIndent}}`, 'm');
/** Lists nested on one line, as in `- - - a`. */
const nestedItems = new RegExp(`^ *(?:[-?] +){${maxDepth}}`, 'm');
const bracketOrKey = /[[{\]}]|^[A-Za-z_"']/gm;

function flowDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [mark] of text.matchAll(bracketOrKey)) {
    if (mark === '[' || mark === '{') depth++;
    else if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1);
    else depth = 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
