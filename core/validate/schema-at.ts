import type { Path } from '../../data/tree.ts';

/** The schema of the value at a path, with shared definitions put in. */
export function schemaAt(top: Readonly<Record<string, unknown>>, path: Path): Readonly<Record<string, unknown>> {
  let schema = top;
  for (const step of path) {
    const properties = schema['properties'] as Readonly<Record<string, unknown>> | undefined;
    const next = typeof step === 'number' ? schema['items'] : (properties?.[step] ?? schema['additionalProperties']);
    if (typeof next !== 'object' || next === null) return {};
    schema = dereference(next as Readonly<Record<string, unknown>>, top);
  }
  return schema;
}

/** What a mapping asks of its keys. */
export function keySchema(
  mapping: Readonly<Record<string, unknown>>,
  top: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return dereference((mapping['propertyNames'] ?? {}) as Readonly<Record<string, unknown>>, top);
}

/** A schema with the shared definition that it refers to put in; its own fields win. */
export function dereference(
  schema: Readonly<Record<string, unknown>>,
  top: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  const definitions = top['$defs'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return { ...definitions[ref.replace('#/$defs/', '')], ...schema };
}
