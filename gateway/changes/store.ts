import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChangeRecord } from './record.ts';

/** Where changes are kept. Methods reject while a database is down. */
export interface ChangeStore {
  /** Oldest first. */
  readonly all: () => Promise<readonly ChangeRecord[]>;
  readonly find: (id: string) => Promise<ChangeRecord | undefined>;
  /** An earlier change of the same person with the same key. */
  readonly repeated: (user: string, key: string) => Promise<ChangeRecord | undefined>;
  /** Adds a change, or returns the earlier change of the same person with the same key. */
  readonly add: (change: ChangeRecord) => Promise<ChangeRecord>;
  /**
   * Replaces a change with a version that depends on the current one. The function can run more than once, if another replica
   * replaces the change at the same time. Undefined if the change was removed.
   */
  readonly update: (id: string, next: (current: ChangeRecord) => ChangeRecord) => Promise<ChangeRecord | undefined>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /**
   * Waits until no other replica runs an action with the same name, and then runs this one. With a database, it rejects if the
   * other action takes too long.
   */
  readonly exclusively: <T>(name: string, act: () => Promise<T>) => Promise<T>;
  /** Runs an action unless another replica is running one with the same name. */
  readonly ifAlone: (name: string, act: () => Promise<void>) => Promise<void>;
}

/** Changes in the memory of one process. `save` gets all of them after each modification. */
export function memoryChanges(
  known: readonly ChangeRecord[],
  save: (all: readonly ChangeRecord[]) => void,
): ChangeStore {
  const records = new Map(known.map((one) => [one.id, one]));
  const put = (change: ChangeRecord) => {
    records.set(change.id, change);
    save([...records.values()]);
    return change;
  };
  const repeatedOf = (user: string, key: string | undefined) =>
    [...records.values()].find((one) => one.user === user && key !== undefined && one.request?.key === key);
  return {
    all: async () => [...records.values()],
    find: async (id) => records.get(id),
    repeated: async (user, key) => repeatedOf(user, key),
    add: async (change) => repeatedOf(change.user, change.request?.key) ?? put(change),
    update: async (id, next) => {
      const current = records.get(id);
      if (!current) return undefined;
      const changed = next(current);
      return isSame(current, changed) ? current : put(changed);
    },
    remove: async (ids) => {
      for (const id of ids) records.delete(id);
      if (ids.length > 0) save([...records.values()]);
    },
    exclusively: (_, act) => act(),
    ifAlone: (_, act) => act(),
  };
}

export function isSame(one: ChangeRecord, other: ChangeRecord): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Copies the changes of a file that a gateway without a database wrote. Then renames the file, so that this happens once. */
export async function copyChanges(file: string, store: ChangeStore): Promise<void> {
  if (!existsSync(file)) return;
  for (const change of readRecords(file)) await store.add(change);
  renameSync(file, `${file}.copied`);
}

/** Changes in a file, for a single replica. */
export function fileChanges(file: string): ChangeStore {
  return memoryChanges(readRecords(file), (all) => writeRecords(file, all));
}

/** The changes in a file. None if the file does not exist. Throws if the file cannot be read or is not JSON. */
function readRecords(file: string): readonly ChangeRecord[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly ChangeRecord[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`cannot read changes from ${file}: ${(error as Error).message}`);
  }
}

/** Replaces the file atomically, so that a crash leaves the earlier version intact. */
function writeRecords(file: string, all: readonly ChangeRecord[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(all), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
