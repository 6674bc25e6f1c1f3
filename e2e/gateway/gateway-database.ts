import { openDatabase } from '../../gateway/store/database.ts';
import { gatewaySchema } from '../../gateway/store/migrations.ts';
import { startPostgres } from '../postgres.ts';

/** A server with the database of the gateway, as its role opens it. */
export async function startGatewayDatabase() {
  const server = await startPostgres();
  server.sql("create role gateway login password 'a-password'", 'postgres');
  server.sql('create database gateway owner gateway', 'postgres');
  const url = `postgres://gateway@127.0.0.1:${server.port}/gateway`;
  return {
    server,
    url,
    sql: (text: string) => server.sql(text, 'gateway'),
    /** Opens a connection like another replica. */
    open: () => openDatabase({ url, password: 'a-password', schema: gatewaySchema }),
  };
}
