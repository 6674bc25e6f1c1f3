import type { Database } from '../store/database.ts';
import { digestOf } from '../store/keys.ts';

/** Identifiers that can be used only once, such as those of logins and logout tokens, kept at least until they expire. */
export interface UsedOnce {
  /** False if the identifier was used before, or too many are kept. `until` is in milliseconds since 1970. */
  readonly use: (id: string, until: number) => Promise<boolean>;
}

/** The maximum number of identifiers in memory. At the maximum, no more are accepted until some expire. */
const maxKept = 100_000;

/** Identifiers in the memory of this process. */
export function openUsedOnce(now: () => number): UsedOnce {
  const used = new Map<string, number>();
  return {
    use: async (id, until) => {
      if (used.size >= maxKept) for (const [known, end] of used) if (end <= now()) used.delete(known);
      if (used.has(id) || used.size >= maxKept) return false;
      used.set(id, until);
      return true;
    },
  };
}

/** Identifiers in PostgreSQL, which all replicas share. */
export function storedUsedOnce(database: Database): UsedOnce {
  return {
    use: async (id, until) => {
      const { rowCount } = await database.query(
        'insert into gateway_used (id, expires_at) values ($1, $2) on conflict do nothing',
        [digestOf(id), new Date(until)],
      );
      return rowCount === 1;
    },
  };
}
