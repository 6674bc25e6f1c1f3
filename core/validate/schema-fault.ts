import { nearest } from '../../data/nearest.ts';
import { type Path, valueAt } from '../../data/tree.ts';
import { keySchema, schemaAt } from './schema-at.ts';
import { badFormat, describe, explanations, fieldsOf, type SchemaFault } from './schema-messages.ts';
import type { SchemaError } from './validator.ts';

/** Turns ajv's errors into faults that name the field, the legal choices and a fix. */
export function schemaFaults(
  errors: readonly SchemaError[],
  body: unknown,
  schema: Readonly<Record<string, unknown>>,
): readonly SchemaFault[] {
  const meant = new Set(errors.flatMap((error) => meantField(error, body, schema) ?? []));
  return errors
    .filter((error) => !isPartOfAnother(error, errors))
    .filter(({ instancePath, params }) => !meant.has(`${instancePath} ${String(params['missingProperty'])}`))
    .map((error) => {
      const path = toPath(error.instancePath, body);
      const name = nameOf(path);
      const own = schemaAt(schema, path);
      const value = valueAt(body, ...path);
      const shown = own['writeOnly'] ? '(not shown)' : describe(value);
      const { keyword, params } = error;
      const explain = explanations[keyword] ?? badFormat;
      const schemaOf = (field: string) => schemaAt(schema, [...path, field]);
      return explain({
        path,
        name,
        value,
        shown,
        keyword,
        schema: own,
        schemaOf,
        keys: keySchema(own, schema),
        params,
      });
    });
}

/** The last field of a path; an item of a list is called by the list's own name. */
function nameOf(path: Path): string {
  const last = path.findLastIndex((step) => typeof step === 'string');
  const items = path.slice(last + 1).map((index) => `[${index}]`);
  return last < 0 ? 'the resource' : `${path[last]}${items.join('')}`;
}

/** ajv lists what failed inside an anyOf or a propertyNames before it names that keyword itself. */
export function isPartOfAnother(error: SchemaError, errors: readonly SchemaError[]): boolean {
  if (error.schemaPath.includes('/anyOf/')) return true;
  const named = errors.some((other) => other.keyword === 'propertyNames' && other.instancePath === error.instancePath);
  return named && 'propertyName' in error;
}

/** The field that an unknown one is a slip of: it is not missing as well. */
function meantField(
  { keyword, instancePath, params }: SchemaError,
  body: unknown,
  schema: Readonly<Record<string, unknown>>,
): string | undefined {
  if (keyword !== 'additionalProperties') return undefined;
  const near = nearest(String(params['additionalProperty']), fieldsOf(schemaAt(schema, toPath(instancePath, body))));
  return near && `${instancePath} ${near}`;
}

/** A JSON pointer as a path; items of lists are numbers. */
export function toPath(pointer: string, body: unknown): Path {
  const path: (string | number)[] = [];
  let node = body;
  for (const raw of pointer.split('/').slice(1)) {
    const step = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(node) ? Number(step) : step);
    node = (node as Readonly<Record<string, unknown>>)[step];
  }
  return path;
}
