/**
 * Flattens the tree of parts that V8 keeps for a concatenated string. Reading a character causes V8 to copy the parts
 * into one buffer. The result must depend on the character: otherwise, the compiler removes the read.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) > 0 ? text : text.slice();
}
