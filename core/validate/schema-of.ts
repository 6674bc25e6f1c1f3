import type { KindId } from '../../build/contracts.ts';
import { schemas } from '../../build/schemas.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Each is read when a document of its kind is first found faulty: of ten thousand, reading it again takes seconds. */
const read = new Map<KindId, Schema>();

/** The schema of a kind, for whoever wants more of it than whether a document fits. */
export function schemaOf(kind: KindId): Schema {
  const known = read.get(kind);
  if (known) return known;
  const schema = JSON.parse(schemas[kind]) as Schema;
  read.set(kind, schema);
  return schema;
}
