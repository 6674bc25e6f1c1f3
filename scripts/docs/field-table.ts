import { dereference } from '../../core/validate/schema-at.ts';
import type { JsonSchema } from '../build/contracts.ts';
import { table } from './table.ts';

/** The fields below spec as a Markdown table, one row each. For a kind with an empty spec, the fields next to it. */
export function fieldTable(schema: JsonSchema): string {
  const spec = dereference(schema.properties?.['spec'] ?? {}, schema);
  const hasSpec = Object.keys(spec.properties ?? {}).length > 0;
  const rows = rowsOf(hasSpec ? spec : besideSpec(schema), '', schema);
  return rows.length === 0 ? 'leasehold accepts any fields.' : table(['Field', 'Type', 'Default', 'Description'], rows);
}

function besideSpec(schema: JsonSchema): JsonSchema {
  const { apiVersion: _a, kind: _k, metadata: _m, spec: _s, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

type Row = readonly [field: string, type: string, standard: string, description: string];

function rowsOf(parent: JsonSchema, prefix: string, top: JsonSchema): readonly Row[] {
  const required = new Set((parent['required'] as readonly string[] | undefined) ?? []);
  const there = Object.entries(parent.properties ?? {}).filter(([, { not }]) => not === undefined);
  return there.flatMap(([name, reference]) => {
    const schema = dereference(reference, top);
    const field = `${prefix}${name}`;
    const standard = schema['default'] === undefined ? '' : defaultOf(schema['default']);
    const description = String(schema['description'] ?? '');
    const row: Row = [`\`${field}\``, typeOf(schema, top), required.has(name) ? 'required' : standard, description];
    // The fields of this object are documented on the page that `x-leasehold-fields` names.
    if (schema['x-leasehold-fields'] !== undefined) return [row];
    return [row, ...rowsOf(schema, `${field}.`, top), ...entryRows(schema, field, top)];
  });
}

/**
 * Omits empty defaults, because readers do not look them up. The schema documents defaults that do not fit in a column.
 */
function defaultOf(value: unknown): string {
  if (value === '' || ['{}', '[]'].includes(JSON.stringify(value))) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? 'in the schema' : `\`${text}\``;
}

/** The rows for the fields in the entries of a list or a map. */
function entryRows(schema: JsonSchema, field: string, top: JsonSchema): readonly Row[] {
  const items = schema['items'] as JsonSchema | undefined;
  const values = schema['additionalProperties'] as JsonSchema | boolean | undefined;
  if (items) return rowsOf(dereference(items, top), `${field}[].`, top);
  return typeof values === 'object' ? rowsOf(dereference(values, top), `${field}.*.`, top) : [];
}

function typeOf(schema: JsonSchema, top: JsonSchema): string {
  const choices = schema['enum'] as readonly unknown[] | undefined;
  if (choices) return choices.map((choice) => `\`${String(choice)}\``).join(', ');
  if (schema['x-kubernetes-int-or-string']) return 'quantity';
  if (typeof schema['additionalProperties'] === 'object') return 'map';
  const types = [schema['type'] ?? (schema['items'] ? 'array' : 'any')].flat().map(String);
  return types.map((type) => (type === 'array' ? listType(schema, top) : type)).join(' or ');
}

function listType({ items }: JsonSchema, top: JsonSchema): string {
  return items === undefined ? 'array' : `list of ${typeOf(dereference(items as JsonSchema, top), top)}`;
}
