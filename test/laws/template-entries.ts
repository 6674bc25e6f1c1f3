import type { Random } from '../random.ts';

/** `ordinary`: conditions on separate lines, each around whole entries. `odd`: anything. */
export type Layout = 'ordinary' | 'odd';

export interface Writer {
  readonly random: Random;
  readonly layout: Layout;
  /** A new name that starts with a letter. */
  readonly name: (letter: 'k' | 'v') => string;
}

export type Lines = readonly string[];

export function collection(writer: Writer, depth: number, column: number): Lines {
  const { random } = writer;
  const isList = random.below(3) === 0;
  return Array.from({ length: 1 + random.below(3) }, () => entry(writer, { isList, depth, column })).flat();
}

interface Entry {
  readonly isList: boolean;
  readonly depth: number;
  readonly column: number;
}

export function entry(writer: Writer, { isList, depth, column }: Entry): Lines {
  const { random } = writer;
  const start = `${' '.repeat(column)}${isList ? '-' : `${writer.name('k')}:`}`;
  if (depth === 0 || random.below(2)) return scalar(writer, start, column);
  const width = isList || random.below(4) ? 2 : random.below(4);
  const lines = collection(writer, depth - 1, column + width);
  if (isList && random.below(4)) return [start + lines[0]?.slice(column + 1), ...lines.slice(1)];
  return width > 0 || lines[0]?.trim().startsWith('-') ? [start, ...lines] : scalar(writer, start, column);
}

/** The lines of an entry with a scalar, or with a mapping or list in brackets. */
function scalar({ random, layout, name }: Writer, start: string, column: number): Lines {
  const [v, w] = [name('v'), name('v')];
  const text = ' '.repeat(column + 1 + random.below(3));
  const blocks = [
    [
      `${start} ${random.pick(['|', '>', '|-', '>-', '|+'])}`,
      `${text}${v}`,
      `${text}${random.pick(['', '  ', '# ', '- '])}${w}`,
    ],
    [`${start} {${name('k')}: ${v}, ${name('k')}: [${w}, ${name('v')}]}`],
  ];
  const more = [
    [`${start} ${v}`, `${text}${w}`],
    [`${start} "${v}`, '', `${text}${w}"`],
    [`${start} '${v}`, `${text}${w}'`],
    [`${start} {`, `${text}${name('k')}: ${v}, # it's`, `${text}${name('k')}: ${w}`, `${text}}`],
    [`${start} ["${v}", {${name('k')}: ${w}}, ""]`],
    [start, '', `${text}# ${w}`],
    [`${start} ""`],
  ];
  const plain = random.pick([
    v,
    `"${v}"`,
    `'${v}'`,
    `${v} ${w}`,
    `/${v}-${w}:x`,
    '{{ .F }}',
    '"{{ .F }}"',
    `${v}-{{ .G }}`,
    '',
  ]);
  const complex = layout === 'odd' ? [...blocks, ...more] : blocks;
  return random.below(3) ? [`${start} ${plain}`] : random.pick(complex);
}

export const conditions = [
  'if .F',
  'if not .F',
  'with .F',
  'if eq .F "y"',
  'if ne .F "z,y"',
  'if and .F .G',
  'if or (eq .F "y") .E',
  'range compact (splitList "," .F)',
] as const;

export function columnOf(line: string): number {
  return line.length - line.trimStart().length;
}

export function endOfEntries(lines: Lines, first: number, hasMany: boolean): number {
  const column = columnOf(lines[first] as string);
  const isItem = (line: string) => line.trim().startsWith('-');
  const isList = isItem(lines[first] as string);
  const isInside = (line: string) =>
    line === '' ||
    columnOf(line) > column ||
    /^ *\{\{-? (?:end|else)/.test(line) ||
    (columnOf(line) === column && ((!isList && isItem(line)) || hasMany));
  let end = first + 1;
  while (end < lines.length && isInside(lines[end] as string)) end++;
  return end;
}
