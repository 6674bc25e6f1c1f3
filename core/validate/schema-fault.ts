import { sortedKeys } from '../order.ts';
import type { ProblemCode } from '../problem/codes.ts';
import { didYouMean } from '../problem/nearest.ts';
import { atKey, atValue, type Hint, type Place } from '../problem/problem.ts';
import type { Path } from '../source.ts';
import type { SchemaError } from './validator.ts';

export interface SchemaFault extends Hint {
  readonly code: ProblemCode;
  readonly place: Place;
  readonly message: string;
}

interface Context {
  readonly path: Path;
  readonly name: string;
  readonly value: unknown;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
}

type Explain = (context: Context) => SchemaFault;

/** One way to say it for each JSON Schema keyword that our schemas use. */
const explanations: Readonly<Record<string, Explain>> = {
  additionalProperties: unknownField,
  required: ({ path, name, params }) => {
    const field = String(params['missingProperty']);
    return { code: 'missing-field', place: atKey([...path, field]), message: `${name} needs the field ${field}` };
  },
  type: wrongType,
  anyOf: wrongType,
  enum: notAChoice,
  const: notAChoice,
  pattern: badFormat,
  propertyNames: badName,
  minimum: outOfRange,
  maximum: outOfRange,
  minLength: outOfRange,
  maxLength: outOfRange,
  minItems: outOfRange,
  maxItems: outOfRange,
  minProperties: outOfRange,
  uniqueItems: ({ path, name }) => ({
    code: 'conflicting-fields',
    place: atValue(path),
    message: `${name} has an item twice`,
  }),
};

/** Turns ajv's errors into faults that name the field, the legal choices and a fix. */
export function schemaFaults(
  errors: readonly SchemaError[],
  body: unknown,
  schema: Readonly<Record<string, unknown>>,
): readonly SchemaFault[] {
  return errors
    .filter((error) => !isPartOfAnother(error, errors))
    .map((error) => {
      const path = toPath(error.instancePath, body);
      const name = path.length === 0 ? 'the resource' : String(path.at(-1));
      const context = { path, name, value: valueAt(body, path), schema: schemaAt(schema, path), params: error.params };
      const explain = explanations[error.keyword] ?? badFormat;
      return explain(context);
    });
}

/** ajv lists what failed inside an anyOf or a propertyNames before it names that keyword itself. */
function isPartOfAnother(error: SchemaError, errors: readonly SchemaError[]): boolean {
  if (error.schemaPath.includes('/anyOf/')) return true;
  const named = errors.some((other) => other.keyword === 'propertyNames' && other.instancePath === error.instancePath);
  return named && 'propertyName' in error;
}

function unknownField({ path, name, schema, params }: Context): SchemaFault {
  const field = String(params['additionalProperty']);
  const choices = sortedKeys((schema['properties'] as Readonly<Record<string, unknown>>) ?? {});
  return {
    code: 'unknown-field',
    place: atKey([...path, field]),
    message: `${name} has no field ${field}`,
    fix: didYouMean(field, choices),
    choices,
  };
}

function wrongType({ path, name, value, schema, params }: Context): SchemaFault {
  if (schema['x-kubernetes-int-or-string'] && typeof value !== 'object') return badQuantity(path, name, value);
  const types = expectedTypes(schema, params);
  const quote = types.includes('string') && ['number', 'boolean'].includes(typeof value);
  return {
    code: 'wrong-type',
    place: atValue(path),
    message: `${name} must be ${types.join(' or ')}, not ${describe(value)}`,
    fix: quote ? `put it in quotes: "${String(value)}"` : undefined,
  };
}

function badQuantity(path: Path, name: string, value: unknown): SchemaFault {
  const message = `${name} ${describe(value)} is not a quantity`;
  return { code: 'bad-format', place: atValue(path), message, fix: 'for example 2, 500m or 4Gi' };
}

function expectedTypes(schema: Readonly<Record<string, unknown>>, params: Readonly<Record<string, unknown>>): string[] {
  if (schema['x-kubernetes-int-or-string']) return ['a quantity'];
  const type = params['type'] ?? schema['type'] ?? 'another type';
  return (Array.isArray(type) ? type : String(type).split(',')).map(String);
}

function notAChoice({ path, name, value, params }: Context): SchemaFault {
  const allowed = params['allowedValues'] ?? [params['allowedValue']];
  const choices = (allowed as readonly unknown[]).map(String);
  return {
    code: 'not-a-choice',
    place: atValue(path),
    message: `${name} is ${describe(value)}; it may be ${choices.join(', ')}`,
    fix: didYouMean(String(value), choices),
    choices,
  };
}

function badFormat({ path, name, value, schema, params }: Context): SchemaFault {
  const pattern = params['pattern'] ?? schema['pattern'];
  const examples = (schema['examples'] as readonly unknown[] | undefined)?.map(String);
  return {
    code: 'bad-format',
    place: atValue(path),
    message: `${name} ${describe(value)} does not match ${String(pattern)}${because(schema)}`,
    fix: examples && `for example ${examples.join(' or ')}`,
  };
}

function badName({ path, name, params }: Context): SchemaFault {
  const key = String(params['propertyName']);
  return { code: 'bad-format', place: atKey([...path, key]), message: `${name} has an illegal key ${describe(key)}` };
}

function outOfRange({ path, name, value, params, schema }: Context): SchemaFault {
  const limit = `${String(params['comparison'] ?? 'at most or at least')} ${String(params['limit'])}`;
  const message = `${name} is ${describe(value)}; its range is ${limit}${because(schema)}`;
  return { code: 'out-of-range', place: atValue(path), message };
}

function because(schema: Readonly<Record<string, unknown>>): string {
  const description = schema['description'];
  return typeof description === 'string' ? `. ${description}` : '';
}

/** A value in a message: short, on one line, never a whole secret or file. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function toPath(pointer: string, body: unknown): Path {
  const path: (string | number)[] = [];
  let node = body;
  for (const raw of pointer.split('/').slice(1)) {
    const step = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(node) ? Number(step) : step);
    node = (node as Readonly<Record<string, unknown>>)[step];
  }
  return path;
}

export function valueAt(body: unknown, path: Path): unknown {
  let node = body;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = (node as Readonly<Record<string | number, unknown>>)[step];
  }
  return node;
}

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

function dereference(
  schema: Readonly<Record<string, unknown>>,
  top: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  const definitions = top['$defs'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return { ...definitions[ref.replace('#/$defs/', '')], ...schema };
}
