import { Random } from '../random.ts';
import { odd } from './odd-conditions.ts';
import {
  collection,
  columnOf,
  conditions,
  endOfEntries,
  entry,
  type Layout,
  type Lines,
  type Writer,
} from './template-entries.ts';

/** Returns a random Go template with conditions on the field F. No name of a key or value occurs twice in it. */
export function selectingTemplate(seed: number, layout: Layout): string {
  const random = new Random(seed * 7919);
  let count = 0;
  const writer: Writer = { random, layout, name: (letter) => `${letter}${++count}` };
  let lines = collection(writer, 3, 0);
  for (let left = random.below(3); left >= 0; left--)
    lines = layout === 'odd' && random.below(2) ? odd(writer, lines) : ordinary(writer, lines);
  return `${lines.join('\n')}\n`;
}

/** A condition on lines of its own around one or more whole entries. */
function ordinary(writer: Writer, lines: Lines): Lines {
  const { random, layout } = writer;
  const first = random.below(lines.length);
  const end = endOfEntries(lines, first, random.below(3) === 0);
  const column = columnOf(lines[first] as string);
  const isList = (lines[first] as string).trim().startsWith('-');
  const spaces = ' '.repeat(random.pick([column, 0]));
  const trim = layout === 'odd' ? random.pick(['-', '']) : '-';
  const other = entry(writer, { isList, depth: random.below(2), column });
  const comment =
    random.below(4) === 0 ? [`${' '.repeat(layout === 'odd' ? random.below(column + 3) : column)}# It's {the}`] : [];
  const otherwise = random.below(4) === 0 ? [`${spaces}{{${trim} else }}`, ...other] : [];
  const body = [...comment, ...lines.slice(first, end), ...otherwise];
  const condition = `${spaces}{{${trim} ${random.pick(conditions)} }}`;
  return [...lines.slice(0, first), condition, ...body, `${spaces}{{${trim} end }}`, ...lines.slice(end)];
}
