import { nearest } from '../../data/nearest.ts';
import { type Path, valueAt } from '../../data/tree.ts';
import type { SchemaError } from '../schema/validator.ts';
import { keySchema, schemaAt } from './schema-at.ts';
import { badFormat, describe, explanations, fieldsOf, type SchemaProblem } from './schema-messages.ts';

/** Converts ajv's errors to problems that name the field, the allowed choices and a fix. */
export function schemaProblems(
  errors: readonly SchemaError[],
  body: unknown,
  schema: Readonly<Record<string, unknown>>,
): readonly SchemaProblem[] {
  const misspelled = new Set(errors.flatMap((error) => misspelledField(error, body, schema) ?? []));
  return errors
    .filter((error) => !isPartOfAnother(error, errors))
    .filter(({ instancePath, params }) => !misspelled.has(`${instancePath} ${String(params['missingProperty'])}`))
    .map((error) => {
      const path = toPath(error.instancePath, body);
      const name = nameOf(path);
      const valueSchema = schemaAt(schema, path);
      const value = valueAt(body, ...path);
      const shown = valueSchema['writeOnly'] ? '(not shown)' : describe(value);
      const { keyword, params } = error;
      const explain = explanations[keyword] ?? badFormat;
      const schemaOf = (field: string) => schemaAt(schema, [...path, field]);
      return explain({
        path,
        name,
        value,
        shown,
        keyword,
        schema: valueSchema,
        schemaOf,
        keys: keySchema(valueSchema, schema),
        params,
      });
    });
}

/** The last field of a path, with the indexes after it, as in `plugins[0]`. */
function nameOf(path: Path): string {
  const last = path.findLastIndex((step) => typeof step === 'string');
  const items = path.slice(last + 1).map((index) => `[${index}]`);
  return last < 0 ? 'the resource' : `${path[last]}${items.join('')}`;
}

/** Whether an error only explains another one: ajv also reports the errors inside an anyOf or a propertyNames. */
export function isPartOfAnother(error: SchemaError, errors: readonly SchemaError[]): boolean {
  if (error.schemaPath.includes('/anyOf/')) return true;
  const isReported = errors.some(
    (other) => other.keyword === 'propertyNames' && other.instancePath === error.instancePath,
  );
  return isReported && 'propertyName' in error;
}

/** The field that an unknown field is a misspelling of. It must not also be reported as missing. */
function misspelledField(
  { keyword, instancePath, params }: SchemaError,
  body: unknown,
  schema: Readonly<Record<string, unknown>>,
): string | undefined {
  if (keyword !== 'additionalProperties') return undefined;
  const near = nearest(String(params['additionalProperty']), fieldsOf(schemaAt(schema, toPath(instancePath, body))));
  return near && `${instancePath} ${near}`;
}

/** Converts a JSON pointer to a path, with list indexes as numbers. */
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
