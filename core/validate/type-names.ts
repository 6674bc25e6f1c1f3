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
