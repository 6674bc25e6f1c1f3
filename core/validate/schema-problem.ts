import { hasCredentials } from '../../data/credentials.ts';
import { limits } from '../../data/limits.ts';
import { nearest } from '../../data/nearest.ts';
import { type Path, valueAt } from '../../data/tree.ts';
import { atValue, isError } from '../problem/problem.ts';
import type { SchemaError } from '../schema/validator.ts';
import { describe } from './describe.ts';
import { keySchema, schemaAt } from './schema-at.ts';
import { fieldsOf } from './schema-fixes.ts';
import { badFormat, explanations, type SchemaProblem } from './schema-messages.ts';

/**
 * Converts ajv's errors to problems that name the field, the allowed choices and a fix. A report shows only the first errors of
 * a file and counts the others, so the others have no text.
 */
export function schemaProblems(
  errors: readonly SchemaError[],
  body: unknown,
  schema: Readonly<Record<string, unknown>>,
): readonly SchemaProblem[] {
  const isPart = partsOfOthers(errors);
  const all = errors.filter((error) => !isPart(error));
  const misspelled = new Set(
    all.slice(0, limits.problems).flatMap((error) => misspelledField(error, body, schema) ?? []),
  );
  let shown = 0;
  return all
    .filter(({ instancePath, params }) => !misspelled.has(`${instancePath} ${String(params['missingProperty'])}`))
    .map((error) => {
      if (shown === limits.problems) return counted;
      const problem = schemaProblem(error, body, schema);
      if (isError(problem)) shown++;
      return problem;
    });
}

const counted: SchemaProblem = { code: 'unknown-field', place: atValue([]), message: '' };

function schemaProblem(
  { instancePath, keyword, params }: SchemaError,
  body: unknown,
  top: Readonly<Record<string, unknown>>,
): SchemaProblem {
  const path = toPath(instancePath, body);
  const schema = schemaAt(top, path);
  const value = valueAt(body, ...path);
  const explain = explanations[keyword] ?? badFormat;
  return explain({
    path,
    name: nameOf(path),
    value,
    shown: schema['writeOnly'] || (typeof value === 'string' && hasCredentials(value)) ? '(hidden)' : describe(value),
    keyword,
    schema,
    schemaOf: (field) => schemaAt(top, [...path, field]),
    keys: keySchema(schema, top),
    params,
    hasAllValues: top['x-leasehold-all-values'] === true,
  });
}

/** The last field of a path, with the indexes after it, as in `plugins[0]`. */
export function nameOf(path: Path): string {
  const last = path.findLastIndex((step) => typeof step === 'string');
  const items = path.slice(last + 1).map((index) => `[${index}]`);
  return last < 0 ? 'the resource' : `${path[last]}${items.join('')}`;
}

/** Finds errors that only explain another one: ajv also reports the errors inside an anyOf or a propertyNames. */
export function partsOfOthers(errors: readonly SchemaError[]): (error: SchemaError) => boolean {
  const reported = new Set(errors.filter(({ keyword }) => keyword === 'propertyNames').map((one) => one.instancePath));
  return (error) =>
    error.schemaPath.includes('/anyOf/') || ('propertyName' in error && reported.has(error.instancePath));
}

/** Finds the field that the author probably misspelled. It must not also be reported as missing. */
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
