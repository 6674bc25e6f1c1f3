import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

export interface Expression {
  /** `file:line`. */
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** What precedes and starts a regular expression literal, so that files without one are not parsed. */
const start = /(?:^|[\s(,=:[!&|?{};+*~^%<>-])\/[^/*]/;

/** The regular expression literals of a TypeScript file. */
export function expressionsIn(file: string, text = readFileSync(file, 'utf8')): readonly Expression[] {
  const found: Expression[] = [];
  if (!start.test(text)) return found;
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ where: `${file}:${line}`, source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** The values of `pattern` and the keys of `patternProperties` in a JSON schema. */
export function patternsIn(file: string): readonly Expression[] {
  const found = new Set<string>();
  JSON.parse(readFileSync(file, 'utf8'), function (this: unknown, key: string, value: unknown) {
    if (key === 'pattern' && typeof value === 'string') found.add(value);
    if (key === 'patternProperties') for (const source of Object.keys(value as object)) found.add(source);
    return value;
  });
  return [...found].map((source) => ({ where: file, source, flags: 'u' }));
}

/** Sizes of texts. The smaller ones find exponential and cubic time before a larger one takes minutes. */
const sizes = [24, 400, 4000];
/** Linear time is a hundredth of this, quadratic time several times as long. */
const milliseconds = 2;
const attempts = 6;

/** A text that needs more than linear time, as the repeated part between others; undefined if none is found. */
export function slowText({ source, flags }: Pick<Expression, 'source' | 'flags'>): string | undefined {
  if (!/[*+]|,\}/.test(source)) return undefined;
  const expression = new RegExp(source, flags);
  const texts = textsFor(source);
  for (const size of sizes)
    for (const [before, repeated, after] of texts) {
      const text = before + repeated.repeat(Math.ceil(size / repeated.length)) + after;
      const isSlow = () => timeOf(() => text.replace(expression, '')) > milliseconds;
      if (Array.from({ length: attempts }).every(isSlow)) return JSON.stringify([before, repeated, size, after]);
    }
  return undefined;
}

function timeOf(run: () => void): number {
  const before = performance.now();
  run();
  return performance.now() - before;
}

type Text = readonly [before: string, repeated: string, after: string];

/** Texts that repeat what one, two or three adjacent parts of the expression match, or all parts. */
function textsFor(source: string): readonly Text[] {
  const samples = samplesOf(source);
  const windows = samples.flatMap((_, at) =>
    [1, 2, 3].map((length) => [at, samples.slice(at, at + length).join('')] as const),
  );
  const repeated = new Map(
    [...windows, [0, samples.join('')] as const].filter(([, text]) => text !== '').map(([at, text]) => [text, at]),
  );
  const texts = [...repeated].flatMap(([text, at]) =>
    ['', '\0', samples.slice(0, at).join('')].flatMap((before) =>
      [...endings, `${samples.slice(at + 1).join('')}\0`].map((after) => [before, text, after] as const),
    ),
  );
  return [...new Map(texts.map((text) => [text.join('\n'), text])).values()];
}

/** Ends that most expressions do not match. */
const endings = ['\0', '\n\0', '@', ' '];

const part =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[:=!]|\(\?<\w+>|[()|^$*+?]|\{[\d,]+\}|[\s\S]/gu;
const characters = [...'a0 \n/-._:,"\'=#{}()[]<>@$\\Zz+*?!%&;|~`^\t\réß🚀'];

/** A character for each part of the expression that matches a single character. */
function samplesOf(source: string): readonly string[] {
  return [...source.matchAll(part)].flatMap(([text]) => {
    if (/^(?:\(.*|[)|^$*+?]|\{[\d,]+\}|\\[bB1-9k])$/s.test(text)) return [];
    const one = new RegExp(`^(?:${text})$`, 'us');
    return characters.find((character) => one.test(character)) ?? (text.length === 1 ? text : []);
  });
}
