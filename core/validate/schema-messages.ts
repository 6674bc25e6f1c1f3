import { didYouMean } from '../../data/nearest.ts';
import type { Path } from '../../data/tree.ts';
import type { ProblemCode } from '../problem/codes.ts';
import { atKey, atValue, type Hint, type Place } from '../problem/problem.ts';
import { describe } from './describe.ts';
import { explainUnknown, fieldsOf, otherwiseOf, replacement } from './schema-fixes.ts';
import { alternativesOf, describeAlternative, oneOfTypes, typeNames, typeOf } from './type-names.ts';

export interface SchemaProblem extends Hint {
  readonly code: ProblemCode;
  readonly place: Place;
  readonly message: string;
}

/** An error for a schema keyword, with the value that violates it. */
export interface Context {
  readonly path: Path;
  readonly name: string;
  readonly value: unknown;
  /** The value for messages. Hidden if it contains credentials, or if its schema is writeOnly, because it might be a password. */
  readonly shown: string;
  readonly keyword: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The schema of a field of the value. */
  readonly schemaOf: (field: string) => Readonly<Record<string, unknown>>;
  /** The schema of the value's keys. */
  readonly keys: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether published samples of the kind set all values of a chart, including those that leasehold does not use. */
  readonly hasAllValues: boolean;
}

type Explain = (context: Context) => SchemaProblem;

/** An explanation for each JSON Schema keyword that the schemas of kinds use. */
export const explanations: Readonly<Record<string, Explain>> = {
  additionalProperties: unknownField,
  required: missingField,
  type: wrongType,
  anyOf: wrongType,
  not: removedField,
  enum: notAChoice,
  const: notAChoice,
  pattern: badFormat,
  propertyNames: badKey,
  minimum: outOfRange,
  maximum: outOfRange,
  minLength: outOfRange,
  maxLength: outOfRange,
  minItems: outOfRange,
  maxItems: outOfRange,
  minProperties: outOfRange,
  maxProperties: outOfRange,
  uniqueItems: ({ path, name, params }) => ({
    code: 'conflicting-fields',
    place: atValue(path),
    message: `${name}[${String(params['j'])}] and ${name}[${String(params['i'])}] are equal`,
    fix: 'remove one of them',
  }),
};

function missingField({ path, name, params, schemaOf }: Context): SchemaProblem {
  const field = String(params['missingProperty']);
  const wanted = schemaOf(field);
  const choices = (wanted['enum'] as readonly unknown[] | undefined)?.map(String);
  const message = `${name} requires the field ${field}`;
  const fix = choices ? `set ${field} to ${oneOf(choices)}` : forExample(wanted, `${field}: `);
  return { code: 'missing-field', place: atKey([...path, field]), message, fix, choices };
}

function unknownField({ path, name, value, schema, params, hasAllValues }: Context): SchemaProblem {
  const field = String(params['additionalProperty']);
  const place = atKey([...path, field]);
  return { place, choices: fieldsOf(schema), ...explainUnknown(field, { name, value, schema, hasAllValues }) };
}

/** A field that the API used to have, or that would contain a secret. Its description names the replacement. */
function removedField({ path, name, schema }: Context): SchemaProblem {
  const parent = String(path.at(-2) ?? 'the resource');
  const { reason, fix } = replacement(schema);
  const message = schema['writeOnly']
    ? `${name} is not allowed${reason.replace(/^\./, ':')}`
    : `${parent} has no field ${name}${reason}`;
  return { code: 'unknown-field', place: atKey(path), message, fix };
}

function wrongType({ path, name, value, shown, schema, params }: Context): SchemaProblem {
  if (isQuantity(schema) && typeof value !== 'object') return badQuantity(path, name, value);
  const types = expectedTypes(schema, params);
  const quote = types.includes('a string') && ['number', 'boolean'].includes(typeof value) && !schema['writeOnly'];
  return {
    code: 'wrong-type',
    place: atValue(path),
    message: `${name} must be ${oneOfTypes(types)}, not ${schema['writeOnly'] ? typeOf(value) : shown}`,
    // The fix cannot quote the number itself: 1.30 is parsed as 1.3.
    fix: quote ? 'put the value in quotes' : otherwiseOf(schema),
  };
}

function badQuantity(path: Path, name: string, value: unknown): SchemaProblem {
  if (typeof value === 'number' && value > 0 && !Number.isInteger(value) && Number.isFinite(value)) {
    const message = `${name} is ${value}; an amount with a decimal point must be in quotes`;
    const fix = 'put the amount in quotes, or use a whole number for a count';
    return { code: 'bad-format', place: atValue(path), message, fix };
  }
  const message = `${name} is ${describe(value)}, which is not a quantity`;
  return { code: 'bad-format', place: atValue(path), message, fix: 'for example 2, 500m or 4Gi' };
}

/** Ports and percentages can be integers or strings too, but have no units. */
function isQuantity(schema: Readonly<Record<string, unknown>>): boolean {
  return alternativesOf(schema).some(({ pattern }) => pattern !== undefined && new RegExp(String(pattern)).test('1Gi'));
}

function expectedTypes(schema: Readonly<Record<string, unknown>>, params: Readonly<Record<string, unknown>>): string[] {
  if (isQuantity(schema)) return ['a quantity'];
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives.map(describeAlternative);
  const type = params['type'] ?? schema['type'] ?? 'another type';
  return (Array.isArray(type) ? type : String(type).split(',')).map((name) => typeNames[String(name)] ?? String(name));
}

function notAChoice({ path, name, value, shown, schema, params }: Context): SchemaProblem {
  const allowed = params['allowedValues'] ?? [params['allowedValue']];
  const choices = (allowed as readonly unknown[]).map(String);
  return {
    code: 'not-a-choice',
    place: atValue(path),
    message: `${name} is ${shown}; it must be ${oneOf(choices)}`,
    fix: (typeof value === 'string' ? didYouMean(value, choices) : undefined) ?? otherwiseOf(schema),
    choices,
  };
}

/** The pattern of texts without line breaks. */
const singleLine = '^[^\\n]*$';

export function badFormat({ path, name, shown, schema, params }: Context): SchemaProblem {
  const pattern = params['pattern'] ?? schema['pattern'];
  if (pattern === singleLine) {
    const message = `${name} is ${shown}; it cannot contain a line break`;
    return { code: 'bad-format', place: atValue(path), message, fix: 'write a single value, on one line' };
  }
  return {
    code: 'bad-format',
    place: atValue(path),
    message: `${name} is ${shown}, which does not match ${String(pattern)}${described(schema)}`,
    fix: forExample(schema),
  };
}

function badKey({ path, name, params, keys }: Context): SchemaProblem {
  const key = String(params['propertyName']);
  const mismatch = keys['pattern'] === undefined ? '' : `, which does not match ${String(keys['pattern'])}`;
  const message = `${name} has the key ${describe(key)}${mismatch}${described(keys)}`;
  return { code: 'bad-format', place: atKey([...path, key]), message, fix: forExample(keys) };
}

function oneOf(choices: readonly string[]): string {
  return `${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}`;
}

function forExample(schema: Readonly<Record<string, unknown>>, before = ''): string | undefined {
  const examples = schema['examples'] as readonly unknown[] | undefined;
  return examples && `for example ${examples.map((example) => before + inline(example)).join(' or ')}`;
}

function inline(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** What keywords such as maxLength and minItems count. Keywords such as maximum limit the value itself. */
const units: Readonly<Record<string, string>> = { Length: 'character', Items: 'item', Properties: 'key' };

function outOfRange({ path, name, value, shown, keyword, params }: Context): SchemaProblem {
  const unit = units[keyword.slice(3)];
  const isCollection = typeof value === 'object' && value !== null && unit !== undefined;
  const actual = isCollection ? `has ${counted(Object.keys(value).length, unit)}` : `is ${shown}`;
  const limit = Number(params['limit']);
  const bound = keyword.startsWith('max') ? 'at most' : 'at least';
  const required = unit === undefined ? `be ${bound} ${limit}` : `have ${bound} ${counted(limit, unit)}`;
  const message = `${name} ${actual}; it must ${required}`;
  return { code: 'out-of-range', place: atValue(path), message };
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The description of the field, unless an example shows what the pattern means. */
function described({ description, examples }: Readonly<Record<string, unknown>>): string {
  if (typeof description !== 'string' || examples !== undefined) return '';
  return `. Expected: ${description.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}`;
}
