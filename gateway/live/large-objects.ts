import { type Tree, textAt } from '../../data/tree.ts';
import { keyIn, smallPart } from './resources.ts';

/** Limits the memory for the objects of a collection, because members of a tenant can create many large objects. */
export interface LargeObjects {
  /** Returns the object, or its small part if it is too large, or if its namespace already has too many large objects. */
  readonly limit: (object: Tree) => Tree;
  readonly forget: (object: Tree) => void;
  /** Forgets all objects except those with the given keys. */
  readonly keepOnly: (keys: ReadonlySet<string>) => void;
}

/** Bytes of memory per value of an object, in addition to its text. */
const valueSize = 64;

/** The sizes are estimates of the memory that an object needs, in bytes. */
const maxSize = 128 * 1024;
const largeSize = 32 * 1024;
const maxOfNamespace = 1024 * 1024;

export function openLargeObjects(): LargeObjects {
  const sizes = new Map<string, number>();
  const sums = new Map<string, number>();
  const add = (key: string, namespace: string, size: number) => {
    const sum = (sums.get(namespace) ?? 0) + size - (sizes.get(key) ?? 0);
    if (size === 0) sizes.delete(key);
    else sizes.set(key, size);
    if (sum === 0) sums.delete(namespace);
    else sums.set(namespace, sum);
  };
  return {
    limit: (object) => {
      const [key, namespace, size] = [keyIn(object), textAt(object, 'metadata', 'namespace'), sizeOf(object)];
      add(key, namespace, 0);
      if (size <= largeSize) return object;
      if (size > maxSize || (sums.get(namespace) ?? 0) + size > maxOfNamespace) return smallPart(object);
      add(key, namespace, size);
      return object;
    },
    forget: (object) => add(keyIn(object), textAt(object, 'metadata', 'namespace'), 0),
    keepOnly: (keys) => {
      for (const key of sizes.keys()) if (!keys.has(key)) add(key, key.slice(0, key.indexOf('/')), 0);
    },
  };
}

const [comma, brace, bracket] = [0x2c, 0x7b, 0x5b];

/** Counts separators in strings too, so the estimate can be too high. */
function sizeOf(object: Tree): number {
  const text = JSON.stringify(object);
  let values = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === comma || code === brace || code === bracket) values++;
  }
  return text.length + values * valueSize;
}
