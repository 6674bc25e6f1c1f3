import { didYouMean } from '../../data/nearest.ts';
import { sortedKeys } from '../../data/order.ts';
import type { Path } from '../../data/tree.ts';
import type { ProblemCode } from '../problem/codes.ts';
import { atKey, atValue, type Hint, type Place } from '../problem/problem.ts';

export interface SchemaFault extends Hint {
  readonly code: ProblemCode;
  readonly place: Place;
  readonly message: string;
}

/** An error of a schema keyword, with the value and the schema that it is about. */
export interface Context {
  readonly path: Path;
  readonly name: string;
  readonly value: unknown;
  /** The value in words; hidden where the schema says writeOnly, for it may hold a password. */
  readonly shown: string;
  readonly keyword: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The schema of a field of the value. */
  readonly schemaOf: (field: string) => Readonly<Record<string, unknown>>;
  /** The schema of the value's keys. */
  readonly keys: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
}

type Explain = (context: Context) => SchemaFault;

/** One way to say it for each JSON Schema keyword that our schemas use. */
export const explanations: Readonly<Record<string, Explain>> = {
  additionalProperties: unknownField,
  required: missingField,
  type: wrongType,
  anyOf: wrongType,
  not: goneField,
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

/** The fields that a file may give: not those that are gone, nor those that the cluster sets. */
export function fieldsOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const closed = (field: string) =>
    properties[field]?.['not'] !== undefined || properties[field]?.['readOnly'] === true;
  return sortedKeys(properties).filter((field) => !closed(field));
}

function missingField({ path, name, params, schemaOf }: Context): SchemaFault {
  const field = String(params['missingProperty']);
  const wanted = schemaOf(field);
  const choices = (wanted['enum'] as readonly unknown[] | undefined)?.map(String);
  const message = `${name} needs the field ${field}`;
  const fix = choices ? `it may be ${choices.join(', ')}` : forExample(wanted, `${field}: `);
  return { code: 'missing-field', place: atKey([...path, field]), message, fix, choices };
}

function unknownField({ path, name, schema, params }: Context): SchemaFault {
  const field = String(params['additionalProperty']);
  const choices = fieldsOf(schema);
  const ignored = schema['x-leasehold-unknown-fields'] === 'ignored';
  return {
    code: ignored ? 'ignored-field' : 'unknown-field',
    place: atKey([...path, field]),
    message: `${name} has no field ${field}${ignored ? '; it has no effect' : ''}`,
    // YAML 1.1 alone merges what stands there, and only some of its readers do.
    fix: field === '<<' ? 'write the fields out; merge keys are not read' : didYouMean(field, choices),
    choices,
  };
}

/** A field that the API once had; its description says what became of it. */
function goneField({ path, name, schema }: Context): SchemaFault {
  const parent = String(path.at(-2) ?? 'the resource');
  return { code: 'unknown-field', place: atKey(path), message: `${parent} has no field ${name}${because(schema)}` };
}

function wrongType({ path, name, value, shown, schema, params }: Context): SchemaFault {
  if (schema['x-kubernetes-int-or-string'] && typeof value !== 'object') return badQuantity(path, name, value);
  const types = expectedTypes(schema, params);
  const quote = types.includes('a string') && ['number', 'boolean'].includes(typeof value) && !schema['writeOnly'];
  return {
    code: 'wrong-type',
    place: atValue(path),
    message: `${name} must be ${types.join(' or ')}, not ${shown}`,
    // 1.30 is read as 1.3, so a number cannot be quoted as it was written.
    fix: quote ? 'put it in quotes' : undefined,
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

export function badFormat({ path, name, shown, schema, params }: Context): SchemaFault {
  const pattern = params['pattern'] ?? schema['pattern'];
  return {
    code: 'bad-format',
    place: atValue(path),
    message: `${name} is ${shown}, which does not match ${String(pattern)}${because(schema)}`,
    fix: forExample(schema),
  };
}

/** A key of a mapping whose keys are free but for their form. */
function badName({ path, name, params, keys }: Context): SchemaFault {
  const key = String(params['propertyName']);
  const form = keys['pattern'] === undefined ? '' : `, which does not match ${String(keys['pattern'])}`;
  const message = `${name} has the key ${describe(key)}${form}${because(keys)}`;
  return { code: 'bad-format', place: atKey([...path, key]), message, fix: forExample(keys) };
}

function forExample(schema: Readonly<Record<string, unknown>>, before = ''): string | undefined {
  const examples = schema['examples'] as readonly unknown[] | undefined;
  return examples && `for example ${examples.map((example) => before + inline(example)).join(' or ')}`;
}

function inline(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
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
