import { readdirSync, readFileSync } from 'node:fs';
import type { Path } from '../../data/tree.ts';

/** The part of an OpenAPI schema that decides what an API server accepts. */
export interface CrdSchema {
  readonly type?: 'object' | 'array' | 'string' | 'boolean' | 'integer';
  readonly properties?: Readonly<Record<string, CrdSchema>>;
  readonly items?: CrdSchema;
  readonly additionalProperties?: CrdSchema;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly default?: unknown;
  readonly anyOf?: readonly CrdSchema[];
}

/** A published CRD: each variant is the schema of a range of releases. */
export interface Crd {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly variants: readonly { readonly bundles: string; readonly schema: CrdSchema }[];
}

const folder = new URL('./crds/', import.meta.url);

export function publishedCrds(): readonly Crd[] {
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Crd);
}

/** A string for a field, in the format that the field's controller requires. */
export type TextFor = (path: Path) => string;

/** A small value that the schema accepts. Required fields with a default are left out, because the server sets them. */
export function smallest(schema: CrdSchema, path: Path, text: TextFor): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf && !schema.type) return text(path);
  if (schema.type === 'array') return [smallest(schema.items ?? {}, [...path, 0], text)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return 1;
  if (schema.type === 'string') return text(path);
  const required = (schema.required ?? []).filter((name) => schema.properties?.[name]?.default === undefined);
  const fields = required.flatMap((name) => {
    const field = schema.properties?.[name];
    return field ? [[name, smallest(field, [...path, name], text)] as const] : [];
  });
  const entry = schema.additionalProperties;
  return entry ? { pods: smallest(entry, [...path, 'pods'], text) } : Object.fromEntries(fields);
}

export interface Probe {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * For every field, a plain value and each empty value that the CRD accepts, because operators often treat empty values
 * specially.
 */
export function probesOf(schema: CrdSchema, path: Path, text: TextFor): readonly Probe[] {
  const values = path.length === 0 ? [] : [smallest(schema, path, text), ...emptyValues(schema)];
  const inner = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => probesOf(field, [...path, name], text)),
    ...(schema.items ? probesOf(schema.items, [...path, 0], text) : []),
    ...(schema.additionalProperties ? probesOf(schema.additionalProperties, [...path, 'pods'], text) : []),
  ];
  return [...values.map((value) => ({ path, value })), ...inner];
}

function emptyValues({
  type,
  enum: choices,
  pattern,
  minLength,
  required = [],
  properties = {},
}: CrdSchema): unknown[] {
  if (type === 'string') return choices || pattern || minLength ? [] : [''];
  if (type === 'boolean') return [false];
  if (type === 'array') return [[]];
  const isEmptyValid = required.every((name) => properties[name]?.default !== undefined);
  return type === 'object' && isEmptyValid ? [{}] : [];
}

/** A small document that has the probe's value at its path. */
export function documentWith(schema: CrdSchema, { path, value }: Probe, text: TextFor, at: Path = []): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = { path: rest, value };
  if (typeof step === 'number') return [documentWith(schema.items ?? {}, inner, text, [...at, step])];
  const field = schema.properties?.[step] ?? schema.additionalProperties ?? {};
  const { additionalProperties: _, ...fixed } = schema;
  const base = smallest(fixed, at, text) as object;
  return { ...base, [step]: documentWith(field, inner, text, [...at, step]) };
}
