import { Store } from './store.ts';

/** The maximum number of objects of a namespace in a LimitedStore. */
export const maxOfNamespace = 100;

/**
 * Objects that members of a tenant can create without a quota, with the namespace as the index. Of a namespace with more objects
 * than the maximum, the store contains none until the next list: they must be read when a decision depends on them.
 */
export class LimitedStore<T> extends Store<T> {
  private readonly large = new Set<string>();

  /** Whether all objects of the namespace are in the store. */
  isComplete(namespace: string): boolean {
    return !this.large.has(namespace);
  }

  override incomplete(): readonly string[] {
    return [...this.large];
  }

  /** One object more than the maximum shows that a namespace is too large. */
  override keep(): (object: T) => boolean {
    const counts = new Map<string, number>();
    return (object) => {
      const namespace = this.indexOf(object) ?? '';
      const count = (counts.get(namespace) ?? 0) + 1;
      counts.set(namespace, count);
      return count <= maxOfNamespace + 1;
    };
  }

  override set(object: T): void {
    const namespace = this.indexOf(object) ?? '';
    if (this.large.has(namespace)) return;
    super.set(object);
    const all = this.of(namespace);
    if (all.length <= maxOfNamespace) return;
    for (const one of all) this.remove(one);
    this.large.add(namespace);
  }

  override replace(all: readonly T[]): readonly T[] {
    this.large.clear();
    return super.replace(all);
  }
}
