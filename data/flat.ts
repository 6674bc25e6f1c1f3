/**
 * Flattens the tree of parts that V8 keeps for a concatenated string. Reading a character causes V8 to copy the parts
 * into one buffer.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : '';
}
