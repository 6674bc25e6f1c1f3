import type { KindId } from '../../build/contracts.ts';
import type { Path } from '../../data/tree.ts';
import { schemaAt } from './schema-at.ts';
import { schemaOf } from './schema-of.ts';

/**
 * Whether the value of a field might be a password, so that no message can contain it: the schema of the field is writeOnly, or
 * the schema of the kind does not describe the field.
 */
export function isSecretField(kind: KindId, path: Path): boolean {
  if (path[0] !== 'spec') return false;
  const schema = schemaAt(schemaOf(kind), path);
  return schema['writeOnly'] === true || Object.keys(schema).length === 0;
}
