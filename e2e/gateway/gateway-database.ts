import { openDatabase } from '../../gateway/store/database.ts';
import { gatewaySchema } from '../../gateway/store/migrations.ts';
import { startPostgres } from '../postgres.ts';

/** A PostgreSQL server with the database of the gateway, which the role `gateway` owns. */
export async function startGatewayDatabase() {
  const server = await startPostgres();
  server.sql("create role gateway login password 'a-password'", 'postgres');
  server.sql('create database gateway owner gateway', 'postgres');
  const url = `postgres://gateway@127.0.0.1:${server.port}/gateway`;
  return {
    server,
    url,
    sql: (text: string) => server.sql(text, 'gateway'),
    /** Opens the database as another replica would. */
    open: () => openDatabase({ url, password: 'a-password', schema: gatewaySchema }),
  };
}
