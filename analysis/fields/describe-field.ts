import { dereference } from '../../core/validate/schema-at.ts';
import { didYouMean } from '../../data/nearest.ts';
import { isMapping, mappingAt, type Tree } from '../../data/tree.ts';

/** The description of a field from its schema. */
export interface FieldSummary {
  /** `spec.plan_tier`, or only the name of a child. `[]` refers to the items of a list, and `*` to any key of a map. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly default?: unknown;
  readonly choices?: readonly unknown[];
  readonly pattern?: string;
}

/** A field and its direct children. */
export interface Field extends FieldSummary {
  readonly fields: readonly FieldSummary[];
}

export type DescribedField =
  | { readonly ok: true; readonly field: Field }
  | { readonly ok: false; readonly message: string };

/**
 * Describes the field at a path of a schema, or the whole kind for an empty path. A path has no steps for list items and map
 * values. A step can end with `[]`.
 */
export function describeField(top: Tree, path: readonly string[]): DescribedField {
  let [schema, shown, required] = [top, '', false];
  for (const step of path) {
    const parent = entryOf(schema, top);
    const name = step.replace(/\[\]$/, '');
    const next = fieldOf(parent.schema, name);
    if (!next) return { ok: false, message: unknownField(shown, name, parent.schema) };
    shown = `${shown === '' ? '' : `${shown}${parent.mark}.`}${name}`;
    required = requiredIn(parent.schema).includes(name);
    schema = dereference(next, top);
  }
  return { ok: true, field: { ...summaryOf(shown, schema, required, top), fields: childrenOf(schema, top) } };
}

/** The schema that contains the fields: of list items, of map values, or the schema itself. */
function entryOf(schema: Tree, top: Tree): { readonly schema: Tree; readonly mark: string } {
  const { items, additionalProperties } = schema;
  if (isMapping(items)) return { schema: dereference(items, top), mark: '[]' };
  const isMap = isMapping(additionalProperties) && Object.keys(mappingAt(schema, 'properties')).length === 0;
  return isMap ? { schema: dereference(additionalProperties, top), mark: '.*' } : { schema, mark: '' };
}

function fieldOf(parent: Tree, name: string): Tree | undefined {
  const field = mappingAt(parent, 'properties')[name];
  return isMapping(field) && field['not'] === undefined ? field : undefined;
}

function requiredIn({ required }: Tree): readonly unknown[] {
  return Array.isArray(required) ? required : [];
}

function childrenOf(schema: Tree, top: Tree): readonly FieldSummary[] {
  const parent = entryOf(schema, top).schema;
  const names = Object.keys(mappingAt(parent, 'properties')).filter((name) => fieldOf(parent, name));
  return names.map((name) => {
    const field = dereference(fieldOf(parent, name) as Tree, top);
    return summaryOf(name, field, requiredIn(parent).includes(name), top);
  });
}

function summaryOf(path: string, schema: Tree, required: boolean, top: Tree): FieldSummary {
  const { description = '', default: standard, enum: choices, pattern } = schema;
  return {
    path,
    type: typeOf(schema, top),
    required,
    description: String(description),
    ...(standard === undefined ? {} : { default: standard }),
    ...(Array.isArray(choices) ? { choices } : {}),
    ...(typeof pattern === 'string' ? { pattern } : {}),
  };
}

function typeOf(schema: Tree, top: Tree): string {
  const { type = 'any', items, additionalProperties } = schema;
  if (schema['x-kubernetes-int-or-string'] === true) return 'quantity';
  if (schema['const'] !== undefined) return 'string';
  if (isMapping(items)) return `list of ${typeOf(dereference(items, top), top)}`;
  if (isMapping(additionalProperties)) return `map of ${typeOf(dereference(additionalProperties, top), top)}`;
  return Array.isArray(type) ? type.join(' or ') : String(type);
}

function unknownField(path: string, name: string, schema: Tree): string {
  const parent = path === '' ? 'the resource' : path;
  const names = Object.keys(mappingAt(schema, 'properties')).filter((one) => fieldOf(schema, one));
  if (names.length === 0) return `${parent} has no fields, so ${name} does not exist`;
  const near = didYouMean(name, names);
  return `${parent} has no field ${name}; ${near ?? `its fields are ${names.join(', ')}`}`;
}
