import { valueSize } from '../../cluster/selection.ts';
import { type Tree, textAt } from '../../data/tree.ts';
import { isPartial, keyIn, maxSize, smallPart } from './resources.ts';

/** Limits the memory for the objects of a collection, because members of a tenant can create many large objects. */
export interface LargeObjects {
  /** Returns the object, or its small part if it is too large, or if its namespace already has too many large objects. */
  readonly limit: (object: Tree) => Tree;
  readonly forget: (object: Tree) => void;
  /** Forgets all objects except those with the given keys. */
  readonly keepOnly: (keys: ReadonlySet<string>) => void;
}

/** The memory for the objects of all collections. */
export interface Memory {
  /** Whether another object of the namespace fits. */
  readonly fits: (namespace: string, size: number) => boolean;
  readonly add: (namespace: string, size: number) => void;
}

/**
 * Limits, in bytes of estimated memory: what each namespace has for itself, what all namespaces together can use beyond that, and
 * what one namespace can use. Only objects in a namespace count, because tenants cannot create others.
 */
const memoryLimits = { own: 2 * 1024 * 1024, shared: 128 * 1024 * 1024, most: 32 * 1024 * 1024 } as const;

export function openMemory({ own, shared, most } = memoryLimits): Memory {
  const sums = new Map<string, number>();
  let used = 0;
  const beyond = (sum: number) => Math.max(0, sum - own);
  /** The sum of the namespace with an object, and by how much the object increases what is shared. */
  const withObject = (namespace: string, size: number) => {
    const before = sums.get(namespace) ?? 0;
    return { sum: before + size, more: beyond(before + size) - beyond(before) };
  };
  return {
    fits: (namespace, size) => {
      const { sum, more } = withObject(namespace, size);
      return namespace === '' || (sum <= most && used + more <= shared);
    },
    add: (namespace, size) => {
      const { sum, more } = withObject(namespace, size);
      used += more;
      if (sum === 0) sums.delete(namespace);
      else sums.set(namespace, sum);
    },
  };
}

/** Estimates of the memory that objects need, in bytes. */
const largeSize = 32 * 1024;
const maxOfNamespace = 1024 * 1024;

export function openLargeObjects(memory: Memory): LargeObjects {
  const sizes = new Map<string, number>();
  const sums = new Map<string, number>();
  const add = (key: string, namespace: string, size: number) => {
    const before = sizes.get(key) ?? 0;
    const sum = (sums.get(namespace) ?? 0) + largePart(size) - largePart(before);
    memory.add(namespace, size - before);
    if (size === 0) sizes.delete(key);
    else sizes.set(key, size);
    if (sum === 0) sums.delete(namespace);
    else sums.set(namespace, sum);
  };
  return {
    limit: (object) => {
      const [key, namespace, size] = [keyIn(object), textAt(object, 'metadata', 'namespace'), sizeOf(object)];
      add(key, namespace, 0);
      const isTooLarge = size > maxSize || (sums.get(namespace) ?? 0) + largePart(size) > maxOfNamespace;
      if (isTooLarge || !memory.fits(namespace, size)) return isPartial(object) ? object : smallPart(object);
      add(key, namespace, size);
      return object;
    },
    forget: (object) => add(keyIn(object), textAt(object, 'metadata', 'namespace'), 0),
    keepOnly: (keys) => {
      for (const key of sizes.keys()) if (!keys.has(key)) add(key, key.slice(0, key.indexOf('/')), 0);
    },
  };
}

/** Objects of the usual size do not count toward the limit for large ones. */
function largePart(size: number): number {
  return size <= largeSize ? 0 : size;
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
