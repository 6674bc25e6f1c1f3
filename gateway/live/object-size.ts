import type { Tree } from '../../data/tree.ts';

/**
 * Bytes of memory in V8, as measured: of a mapping or list, of one that is empty, of a field or item, of a text without its
 * characters, and of a new key. V8 stores equal short texts and the keys of similar mappings once.
 */
const bytes = { parts: 32, empty: 56, part: 8, text: 24, shortText: 8, key: 96 } as const;
/** The number of characters up to which V8 stores equal texts once. */
const shortText = 10;
const maxKeys = 10_000;
const notLatin = /[^\0-\xff]/;

/** Returns a function that estimates the memory of an object. It remembers keys, because keys that are often used need little. */
export function openSizes(): (object: Tree) => number {
  const keys = new Set<string>();
  const keySize = (key: string): number => {
    if (keys.has(key)) return 0;
    if (keys.size < maxKeys) keys.add(key);
    return bytes.key + key.length;
  };
  const sizeOf = (value: unknown): number => {
    if (typeof value === 'string') return textSize(value);
    if (typeof value !== 'object' || value === null) return 0;
    let size = 0;
    if (Array.isArray(value)) for (const item of value) size += bytes.part + sizeOf(item);
    else for (const [key, child] of Object.entries(value)) size += bytes.part + keySize(key) + sizeOf(child);
    return size === 0 ? bytes.empty : size + bytes.parts;
  };
  return sizeOf;
}

function textSize(text: string): number {
  if (text.length <= shortText) return bytes.shortText + text.length;
  return bytes.text + text.length * (notLatin.test(text) ? 2 : 1);
}
