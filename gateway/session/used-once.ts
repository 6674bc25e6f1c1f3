import type { Database } from '../store/database.ts';
import { digestOf } from '../store/keys.ts';

/** Identifiers that can be used only once, such as those of logins and logout tokens, kept at least until they expire. */
export interface UsedOnce {
  /** False if the identifier was used before. `until` is in milliseconds since 1970. */
  readonly use: (id: string, until: number) => Promise<boolean>;
}

/** The maximum number of identifiers in memory. Above the maximum, the oldest are removed. */
const maxKept = 100_000;

/** Identifiers in the memory of this process. */
export function openUsedOnce(): UsedOnce {
  const used = new Set<string>();
  return {
    use: async (id) => {
      if (used.has(id)) return false;
      const [oldest] = used;
      if (used.size >= maxKept && oldest !== undefined) used.delete(oldest);
      used.add(id);
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
