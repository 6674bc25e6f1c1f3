import { sortedKeys } from '../order.ts';
import type { ProblemCode } from '../problem/codes.ts';
import { didYouMean } from '../problem/nearest.ts';
import { atKey, atValue, type Hint, type Place } from '../problem/problem.ts';
import type { Path } from '../source.ts';
import { schemaAt } from './schema-at.ts';
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
  /** The value in words; hidden where the schema says writeOnly, for it may hold a password. */
  readonly shown: string;
  readonly keyword: string;
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
      const own = schemaAt(schema, path);
      const value = valueAt(body, path);
      const shown = own['writeOnly'] ? 'a value not shown here' : describe(value);
      const { keyword, params } = error;
      const explain = explanations[keyword] ?? badFormat;
      return explain({ path, name, value, shown, keyword, schema: own, params });
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

function wrongType({ path, name, value, shown, schema, params }: Context): SchemaFault {
  if (schema['x-kubernetes-int-or-string'] && typeof value !== 'object') return badQuantity(path, name, value);
  const types = expectedTypes(schema, params);
  const quote = types.includes('a string') && ['number', 'boolean'].includes(typeof value) && !schema['writeOnly'];
  return {
    code: 'wrong-type',
    place: atValue(path),
    message: `${name} must be ${types.join(' or ')}, not ${shown}`,
    fix: quote ? `put it in quotes: "${String(value)}"` : undefined,
  };
}

function badQuantity(path: Path, name: string, value: unknown): SchemaFault {
  const message = `${name} ${describe(value)} is not a quantity`;
  return { code: 'bad-format', place: atValue(path), message, fix: 'for example 2, 500m or 4Gi' };
}

const typeWords: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'a mapping',
  string: 'a string',
};

function expectedTypes(schema: Readonly<Record<string, unknown>>, params: Readonly<Record<string, unknown>>): string[] {
  if (schema['x-kubernetes-int-or-string']) return ['a quantity'];
  const type = params['type'] ?? schema['type'] ?? 'another type';
  return (Array.isArray(type) ? type : String(type).split(',')).map((word) => typeWords[String(word)] ?? String(word));
}

function notAChoice({ path, name, value, shown, params }: Context): SchemaFault {
  const allowed = params['allowedValues'] ?? [params['allowedValue']];
  const choices = (allowed as readonly unknown[]).map(String);
  return {
    code: 'not-a-choice',
    place: atValue(path),
    message: `${name} is ${shown}; it may be ${choices.join(', ')}`,
    fix: didYouMean(String(value), choices),
    choices,
  };
}

function badFormat({ path, name, shown, schema, params }: Context): SchemaFault {
  const pattern = params['pattern'] ?? schema['pattern'];
  const examples = (schema['examples'] as readonly unknown[] | undefined)?.map(String);
  return {
    code: 'bad-format',
    place: atValue(path),
    message: `${name} is ${shown}, which does not match ${String(pattern)}${because(schema)}`,
    fix: examples && `for example ${examples.join(' or ')}`,
  };
}

function badName({ path, name, params }: Context): SchemaFault {
  const key = String(params['propertyName']);
  return { code: 'bad-format', place: atKey([...path, key]), message: `${name} has an illegal key ${describe(key)}` };
}

function outOfRange({ path, name, shown, keyword, params, schema }: Context): SchemaFault {
  const bound = keyword.startsWith('max') ? 'at most' : 'at least';
  const unit = keyword.endsWith('Length') ? ' characters' : keyword.endsWith('Items') ? ' items' : '';
  const must = unit === '' ? 'must be' : 'must have';
  const message = `${name} is ${shown}; it ${must} ${bound} ${String(params['limit'])}${unit}${because(schema)}`;
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
