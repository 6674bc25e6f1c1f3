import type { ClientBase } from 'pg';

/** Runs an action in a transaction, and rolls back if the action fails. */
export async function inTransaction<Result>(connection: ClientBase, act: () => Promise<Result>): Promise<Result> {
  await connection.query('begin');
  try {
    const result = await act();
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}
