import type { Database } from '../store/database.ts';
import type { ChangeRecord } from './record.ts';
import { type ChangeStore, isSame } from './store.ts';

interface Stored {
  readonly version: number;
  readonly record: ChangeRecord;
}

/** Changes in PostgreSQL, which all replicas share. */
export function storedChanges(database: Database): ChangeStore {
  const { query, exclusively, ifAlone } = database;
  const select = async (condition: string, ...values: readonly string[]): Promise<readonly Stored[]> =>
    (await query<Stored>(`select version, record from gateway_changes ${condition}`, values)).rows;
  const find = async (id: string) => (canBeStored(id) ? (await select('where id = $1', id))[0] : undefined);
  const repeated = async (user: string, key: string) =>
    (await select('where person = $1 and request_key = $2', user, key))[0]?.record;
  return {
    all: async () => (await select('order by position')).map(({ record }) => record),
    find: async (id) => (await find(id))?.record,
    repeated,
    add: async (change) => {
      const { id, user, request } = change;
      const key = request?.key ?? null;
      const { rowCount } = await query(
        `insert into gateway_changes (id, person, request_key, version, record) values ($1, $2, $3, 1, $4)
         on conflict do nothing`,
        [id, user, key, JSON.stringify(change)],
      );
      const known = rowCount === 1 || key === null ? undefined : await repeated(user, key);
      return known ?? change;
    },
    update: async (id, next) => {
      for (;;) {
        const current = await find(id);
        if (!current) return undefined;
        const changed = next(current.record);
        if (isSame(current.record, changed)) return current.record;
        const { rowCount } = await query(
          'update gateway_changes set record = $3, version = version + 1 where id = $1 and version = $2',
          [id, current.version, JSON.stringify(changed)],
        );
        if (rowCount === 1) return changed;
      }
    },
    remove: async (ids) => void (await query('delete from gateway_changes where id = any($1)', [ids])),
    exclusively,
    ifAlone,
  };
}

/** Whether PostgreSQL accepts a text. It rejects a NUL character. */
function canBeStored(text: string): boolean {
  return !text.includes('\0');
}
