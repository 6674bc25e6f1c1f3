interface Owned {
  readonly key: string;
  readonly owner: string;
}

/** Keys that wait for a worker. Owners alternate. */
export class Waiting {
  private readonly keysOf = new Map<string, Set<string>>();

  add(key: string, owner: string): void {
    this.keysOf.set(owner, (this.keysOf.get(owner) ?? new Set()).add(key));
  }

  keys(): readonly string[] {
    return [...this.keysOf.values()].flatMap((keys) => [...keys]);
  }

  /** The next key that no worker processes, of an owner that can use another worker. Moves the owner to the end. */
  take(isFull: (owner: string) => boolean, isActive: (key: string) => boolean): Owned | undefined {
    for (const [owner, keys] of this.keysOf) {
      if (isFull(owner)) continue;
      const key = firstOf(keys, isActive);
      if (key === undefined) continue;
      keys.delete(key);
      this.keysOf.delete(owner);
      if (keys.size > 0) this.keysOf.set(owner, keys);
      return { key, owner };
    }
    return undefined;
  }
}

/** Reads only as many keys as are active. */
function firstOf(keys: ReadonlySet<string>, isActive: (key: string) => boolean): string | undefined {
  for (const key of keys) if (!isActive(key)) return key;
  return undefined;
}
