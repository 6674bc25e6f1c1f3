/** Objects by key, with an index by another key, such as the claims of a namespace. */
export class Store<T> {
  private readonly objects = new Map<string, T>();
  private readonly index = new Map<string, Set<string>>();
  private readonly keyOf: (object: T) => string;
  protected readonly indexOf: (object: T) => string | undefined;

  constructor(keyOfObject: (object: T) => string, indexOf: (object: T) => string | undefined = () => undefined) {
    this.keyOf = keyOfObject;
    this.indexOf = indexOf;
  }

  get(key: string): T | undefined {
    return this.objects.get(key);
  }

  all(): readonly T[] {
    return [...this.objects.values()];
  }

  of(indexKey: string): readonly T[] {
    return [...(this.index.get(indexKey) ?? [])].flatMap((key) => this.objects.get(key) ?? []);
  }

  /** Returns a function for the objects of one list: whether to pass an object to `replace`. */
  keep(): (object: T) => boolean {
    return () => true;
  }

  /** Index keys of objects of which the store contains only a part. */
  incomplete(): readonly string[] {
    return [];
  }

  set(object: T): void {
    this.remove(object);
    this.objects.set(this.keyOf(object), object);
    const indexKey = this.indexOf(object);
    if (indexKey === undefined) return;
    const keys = this.index.get(indexKey) ?? new Set();
    this.index.set(indexKey, keys.add(this.keyOf(object)));
  }

  /** Removes the object with this key, which can be in the index under another key. */
  remove(object: T): void {
    const key = this.keyOf(object);
    const old = this.objects.get(key);
    const indexKey = old && this.indexOf(old);
    this.objects.delete(key);
    if (indexKey === undefined) return;
    const keys = this.index.get(indexKey);
    keys?.delete(key);
    if (keys?.size === 0) this.index.delete(indexKey);
  }

  /** Replaces all objects. Returns the objects that this removes. */
  replace(all: readonly T[]): readonly T[] {
    const kept = new Set(all.map(this.keyOf));
    const removed = this.all().filter((object) => !kept.has(this.keyOf(object)));
    for (const object of removed) this.remove(object);
    for (const object of all) this.set(object);
    return removed;
  }
}
