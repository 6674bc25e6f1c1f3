import type { KindId } from '../../build/contracts.ts';
import { schemas } from '../../build/schemas.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Schemas are parsed on first use and cached: parsing one again for each of 10,000 invalid documents takes seconds. */
const parsed = new Map<KindId, Schema>();

/** The schema of a kind as data, for messages: the compiled validators contain no descriptions or examples. */
export function schemaOf(kind: KindId): Schema {
  const cached = parsed.get(kind);
  if (cached) return cached;
  const schema = JSON.parse(schemas[kind]) as Schema;
  parsed.set(kind, schema);
  return schema;
}
