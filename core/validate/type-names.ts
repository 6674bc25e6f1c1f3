import { listed } from '../../data/listed.ts';

/** The types of JSON Schema, for messages. */
export const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'a mapping',
  string: 'a string',
};

/** The type of a value that messages must not contain. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? 'a boolean' : (typeNames[typeof value] ?? 'another type');
}

/** `true, false or a mapping` */
export function oneOfTypes(types: readonly string[]): string {
  const [only = ''] = types;
  if (types.length < 2) return only;
  return listed(
    types.flatMap((type) => (type === typeNames['boolean'] ? ['true', 'false'] : [type])),
    'or',
  );
}

type Schema = Readonly<Record<string, unknown>>;

/** The schemas of which a value must match one. */
export function alternativesOf(schema: Schema): readonly Schema[] {
  return (schema['anyOf'] ?? []) as readonly Schema[];
}

/** What a value can be, such as `an integer of at least 1`. */
export function describeAlternative({ type, pattern, minimum, maximum, properties = {} }: Schema): string {
  const name = typeNames[String(type)] ?? String(type);
  if (type === 'object') return `${name} with only ${Object.keys(properties as object).join(', ')}`;
  if (pattern !== undefined) return `${name} that matches ${String(pattern)}`;
  if (minimum === undefined) return name;
  return maximum === undefined ? `${name} of at least ${minimum}` : `${name} from ${minimum} to ${maximum}`;
}
