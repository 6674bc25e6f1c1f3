import type { Contract, JsonSchema } from './contracts.ts';

/** build/defaults.ts: the defaults in the schema of each kind, as one tree for each kind. */
export function defaultsModule(contracts: readonly Contract[]): string {
  const entries = contracts.map(
    ({ id, schema }) => `  ${JSON.stringify(id)}: ${JSON.stringify(treeOf(schema) ?? {})},`,
  );
  return `export const defaults = {\n${entries.join('\n')}\n} as const;\n`;
}

/** Undefined if neither the schema nor its properties, at any depth, have a default. */
function treeOf(schema: JsonSchema): unknown {
  if (schema['default'] !== undefined) return schema['default'];
  const inner = Object.entries(schema.properties ?? {}).map(([key, property]) => [key, treeOf(property)] as const);
  const present = inner.filter(([, value]) => value !== undefined);
  return present.length === 0 ? undefined : Object.fromEntries(present);
}
