/**
 * Flattens the tree of parts that V8 keeps for a concatenated string. Reading a character makes V8 copy the parts into
 * one buffer.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) > 0 ? text : '';
}
