import { parseAllDocuments, stringify } from 'yaml';
import { addToGroup } from '../../data/group-by.ts';
import type { SourceFile } from '../../leasehold.ts';
import { readPlain } from '../../yaml/plain.ts';
import { corpus } from '../corpus.ts';
import { hostile } from '../hostile.ts';
import type { Random } from '../random.ts';

/** Keys and values with a special meaning in JavaScript. */
export const inherited: readonly string[] = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'valueOf',
  'prototype',
  'toJSON',
  'length',
];

export function oddValue(random: Random): unknown {
  const odd: readonly (() => unknown)[] = [
    () => null,
    () => true,
    () => random.pick([0, -1, 1.5, 1e21, 2 ** 53, -0, 1e308]),
    () => [],
    () => ({}),
    () => [null],
    () => [[[]]],
    () => ({ [random.pick(inherited)]: 'x' }),
    () => ({ [random.pick(inherited)]: { [random.pick(inherited)]: 1 } }),
    () => random.pick(inherited),
    () => random.pick(hostile),
    () =>
      random.pick(['"{toString: 1}"', '*/1 * * * *', '0 0-23 1-31 * *', '1e3', '99999999999999999999Gi', '{{ . }}']),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references of Templates
    () => random.pick(['${constructor}', '${{toString}}', '${namespace}', '${{__proto__}}']),
    () => Array.from({ length: 70 }, () => 'x'),
    () => nested(random.below(90)),
  ];
  return random.pick(odd)();
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) };
}

interface Spot {
  readonly container: Record<string | number, unknown>;
  readonly step: string | number;
}

function spotsIn(value: unknown): readonly Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  const container = value as Record<string | number, unknown>;
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.flatMap((step) => [{ container, step }, ...spotsIn(container[step])]);
}

type Mutation = (spot: Spot, random: Random) => void;

/** The values of documents of the corpus for each key: most of them are valid for that key. */
const valuesByKey = new Map<string, unknown[]>();
for (const file of corpus().flatMap(({ files }) => files))
  for (const { container, step } of spotsIn('text' in file ? readPlain(file.text) : undefined))
    if (typeof step === 'string') addToGroup(valuesByKey, step, container[step]);

/** A value of a document of the corpus for the same key, or an odd value if there is none. */
const exchanged: Mutation = ({ container, step }, random) => {
  const others = valuesByKey.get(String(step)) ?? [oddValue(random)];
  container[step] = structuredClone(random.pick(others));
};

/** Adds an entry to a mapping of strings, such as labels or data, which schemas often allow. Exchanges any other value. */
const extended: Mutation = ({ container, step }, random) => {
  const isFree = !Array.isArray(container) && Object.values(container).every((value) => typeof value === 'string');
  if (isFree) define(container, random.pick([...inherited, ...hostile]), random.pick([...inherited, 'x']));
  else exchanged({ container, step }, random);
};

const mutations: readonly Mutation[] = [
  exchanged,
  exchanged,
  exchanged,
  exchanged,
  extended,
  extended,
  extended,
  extended,
  ({ container, step }, random) => {
    container[step] = oddValue(random);
  },
  ({ container, step }) => {
    if (Array.isArray(container)) container.splice(Number(step), 1);
    else delete container[step];
  },
  ({ container, step }, random) => {
    if (Array.isArray(container)) container.push(container[Number(step)], oddValue(random));
    else define(container, random.pick(inherited), container[step]);
  },
  ({ container }, random) => {
    if (!Array.isArray(container)) define(container, random.pick([...inherited, ...hostile]), oddValue(random));
  },
  ({ container, step }) => {
    container[step] = [container[step]];
  },
  ({ container, step }) => {
    container[step] = { a: container[step] };
  },
  ({ container, step }, random) => {
    if (typeof container[step] === 'string') container[step] = `${container[step]}${random.pick(hostile)}`;
  },
  ({ container, step }, random) => {
    if (typeof container[step] === 'string') container[step] = random.pick(inherited);
  },
];

/** Assigning to `__proto__` would change the prototype instead. */
function define(container: object, key: string, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Changes of the text of a file, regardless of its documents. */
const textMutations: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, random.below(text.length)),
  (text, random) => `${text.slice(0, random.below(text.length))}${random.pick(hostile)}${text.slice(-20)}`,
  (text) => `${text}---\n${text}`,
  (text) => text.replaceAll('\n', '\r'),
  (text) => text.replace(/: (.+)$/m, ': &a $1').replace(/: (\w+)$/m, ': *a'),
  (text) => text.replace(/: (.+)$/m, ': !!binary $1'),
  (text) => `%YAML 1.1\n---\n${text}`,
  (text) => `? ${text.slice(0, 30).replaceAll('\n', ' ')}\n: 1\n${text}`,
];

/** Changes one of the files: usually the content of its documents, sometimes its text. */
export function mutate(files: readonly SourceFile[], random: Random): readonly SourceFile[] {
  const chosen = random.below(files.length);
  return files.map((file, index) => (index === chosen && 'text' in file ? mutateFile(file, random) : file));
}

function mutateFile(file: SourceFile & { readonly text: string }, random: Random): SourceFile {
  if (random.below(6) === 0) return { path: file.path, text: random.pick(textMutations)(file.text, random) };
  const bodies = [...parseAllDocuments(file.text)].map((document) => document.toJS() as unknown);
  for (let count = 1 + random.below(2); count > 0; count--) {
    const spots = bodies.flatMap(spotsIn);
    if (spots.length > 0) random.pick(mutations)(random.pick(spots), random);
  }
  return { path: file.path, text: bodies.map((body) => stringify(body)).join('---\n') };
}
