type Schema = Readonly<Record<string, unknown>>;

/**
 * Which of the known valid values replaces an invalid one, counted from 0. Beyond the last value, the last one is used again.
 */
export type Choice = number;

/** Strings in the formats that fields require: names, paths, images, addresses, durations, schedules, digests. */
const texts = [
  'sample',
  'another',
  '/sample',
  '/another',
  'sample:1',
  'another:2',
  'https://sample.example',
  'https://another.example',
  'sample@sample.example',
  'another@another.example',
  '1h',
  '2h',
  '0 1 * * *',
  '0 2 * * *',
  'a'.repeat(64),
  'b'.repeat(64),
];

/** A valid value for a required field. Undefined if none is known. */
export function placeholder(schema: Schema, choice: Choice): unknown {
  const valid = candidates(schema);
  return valid[Math.min(choice, valid.length - 1)];
}

/** A valid value for an optional field that differs from its default. Undefined if none is known. */
export function valueUnlikeDefault(schema: Schema, choice: Choice): unknown {
  const valid = candidates(schema).filter((value) => value !== schema['default']);
  return valid[Math.min(choice, valid.length - 1)];
}

/** The number of choices needed to try every value of an enum, and to omit an optional field. At least two. */
export function choicesOf(schema: Schema): number {
  return Array.isArray(schema['enum']) ? Math.max(2, schema['enum'].length + 1) : 2;
}

function candidates(schema: Schema): readonly unknown[] {
  if (schema['const'] !== undefined) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  if (schema['x-kubernetes-int-or-string']) return ['1', '2'];
  switch ([schema['type']].flat()[0]) {
    case 'boolean':
      return [false, true];
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'string':
      return strings(schema);
    default:
      // The content of a mapping or a list cannot be guessed.
      return [];
  }
}

function strings(schema: Schema): readonly string[] {
  const examples = ((schema['examples'] ?? []) as readonly unknown[]).map(String);
  return [...examples, ...examples.map((example) => `${example}2`), ...texts].filter((text) => fits(text, schema));
}

function numbers({ minimum = 1, maximum = Number.MAX_SAFE_INTEGER }: Schema): readonly number[] {
  return [Number(minimum), Number(minimum) + 1].filter((number) => number <= Number(maximum));
}

function fits(text: string, { pattern = '', minLength = 0, maxLength = 1000 }: Schema): boolean {
  return text.length >= Number(minLength) && text.length <= Number(maxLength) && new RegExp(String(pattern)).test(text);
}
