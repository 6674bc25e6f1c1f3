import { contracts } from '../build/contracts.ts';
import { schemas } from '../build/schemas.ts';
import { currentKind } from '../leasehold.ts';
import { jsonText } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { table } from './table.ts';

/** Lists the current versions of all kinds, with the names that `new` takes. */
export function listKinds(args: Arguments, ports: Ports): ExitCode {
  const kinds = Object.values(contracts)
    .filter(({ id }) => currentKind(id) === id)
    .map(({ id, kind, apiVersion }) => ({ id, kind, apiVersion, description: descriptionOf(schemas[id]) }));
  const rows = kinds.map(({ id, kind, apiVersion, description }) => [id, `${kind} (${apiVersion})`, description]);
  const isJson = args.text('output') === 'json';
  ports.stdout(isJson ? jsonText(kinds) : table(['NAME', 'KIND', 'DESCRIPTION'], rows));
  return exitCodes.success;
}

function descriptionOf(schema: string): string {
  const { description = '' } = JSON.parse(schema) as { readonly description?: string };
  return description.split(/(?<=\.) /)[0] ?? '';
}
