import { isMapping, mappingAt, type Path, type Tree, valueAt } from '../../data/tree.ts';

/** The schema of the value at a path, with references to shared definitions resolved. */
export function schemaAt(top: Tree, path: Path): Tree {
  return path.reduce<Tree>((schema, step) => schemaBelow(schema, step, top), top);
}

/** The schema of a field or an item of the value that has the schema. Empty if it is not described. */
export function schemaBelow(schema: Tree, step: Path[number], top: Tree): Tree {
  const property = valueAt(schema, 'properties', step) ?? schema['additionalProperties'];
  const next = typeof step === 'number' ? schema['items'] : property;
  return isMapping(next) ? dereference(next, top) : {};
}

/** The schema for the keys of a mapping. */
export function keySchema(mapping: Tree, top: Tree): Tree {
  return dereference(mappingAt(mapping, 'propertyNames'), top);
}

/** A schema merged with the shared definition that it refers to. Its own fields take precedence. */
export function dereference(schema: Tree, top: Tree): Tree {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  return { ...mappingAt(top, '$defs', ref.replace('#/$defs/', '')), ...schema };
}
