import { columnOf, conditions, endOfEntries, entry, type Lines, type Writer } from './template-entries.ts';

/** Adds a condition in an unusual layout. */
export function odd(writer: Writer, lines: Lines): Lines {
  const { random } = writer;
  const change = random.pick([anywhere, anywhere, inLine, inLine, jump, assigned, blank, insertion, first]);
  return change(writer, lines);
}

function actions({ random }: Writer, condition: string): readonly [open: string, close: string] {
  const [one, two, three, four] = Array.from({ length: 4 }, () => random.below(2) === 1);
  return [`{{${one ? '- ' : ''}${condition}${two ? ' -' : ''}}}`, `{{${three ? '- ' : ''}end${four ? ' -' : ''}}}`];
}

/** A condition around any lines. */
function anywhere(writer: Writer, lines: Lines): Lines {
  const { random } = writer;
  const from = random.below(lines.length);
  const to = from + 1 + random.below(Math.min(4, lines.length - from));
  const [open, close] = actions(writer, random.pick(conditions));
  const join = () => random.pick(['\n', '\n', '\n    ', '']);
  const body = lines.slice(from, to).join('\n');
  return [...lines.slice(0, from), `${open}${join()}${body}${join()}${close}`, ...lines.slice(to)];
}

/** A condition around a part of a line. */
function inLine(writer: Writer, lines: Lines): Lines {
  const { random } = writer;
  const at = random.below(lines.length);
  const line = lines[at] as string;
  const cuts = [...line.matchAll(/(?<!\{\{[^}]*)\b|$/g)].map(({ index }) => index);
  const [from = 0, to = 0] = [random.pick(cuts), random.pick(cuts)].sort((one, other) => one - other);
  const [open, close] = actions(writer, random.pick(conditions));
  const otherwise = random.pick(['', '', `{{ else }}${writer.name('v')}`, `{{ else }}"${writer.name('v')}"`]);
  const changed = `${line.slice(0, from)}${open}${line.slice(from, to)}${otherwise}${close}${line.slice(to)}`;
  return [...lines.slice(0, at), changed, ...lines.slice(at + 1)];
}

/** A loop with a condition that can skip its rest. */
function jump(writer: Writer, lines: Lines): Lines {
  const { random } = writer;
  const from = random.below(lines.length);
  const to = endOfEntries(lines, from, random.below(2) === 0);
  const middle = from + random.below(to - from + 1);
  const [open, close] = actions(writer, `range list${random.pick([' 1', ' 1 2'])}`);
  const skip = `{{ if ${random.pick(['eq $.F "y"', '$.F', 'not $.F'])} }}{{ ${random.pick(['break', 'continue'])} }}{{ end }}`;
  return [
    ...lines.slice(0, from),
    open,
    ...lines.slice(from, middle),
    skip,
    ...lines.slice(middle, to),
    close,
    ...lines.slice(to),
  ];
}

/** A condition on a variable that another condition sets. */
function assigned(writer: Writer, lines: Lines): Lines {
  const { random } = writer;
  const variable = `$${writer.name('v')}`;
  const [open, close] = actions(writer, `if ${variable}`);
  const from = random.below(lines.length);
  const to = endOfEntries(lines, from, false);
  const set = `{{- ${variable} := "" }}{{ ${random.pick(conditions)} }}{{ ${variable} = "a" }}{{ end }}`;
  return [...lines.slice(0, from), set, open, ...lines.slice(from, to), close, ...lines.slice(to)];
}

/** A condition that prints spaces, a line break, a comment, or an indicator. */
function blank(writer: Writer, lines: Lines): Lines {
  const { random } = writer;
  const at = random.below(lines.length);
  const line = lines[at] as string;
  const cut = random.pick([0, 0, columnOf(line), line.length, random.below(line.length + 1)]);
  if ((line.slice(0, cut).match(/\{\{|\}\}/g)?.length ?? 0) % 2 > 0 || line[cut - 1] === '{' || line[cut] === '}')
    return lines;
  const text = random.pick([' ', '  ', '\n', '\n  ', '# x\n', ' # x', '- ', '"', '[', '\n---\n', ', ', ': ']);
  const changed = `${line.slice(0, cut)}{{ ${random.pick(conditions)} }}${text}{{ end }}${line.slice(cut)}`;
  return [...lines.slice(0, at), changed, ...lines.slice(at + 1)];
}

/** A condition with a new entry in any column. */
function insertion(writer: Writer, lines: Lines): Lines {
  const { random } = writer;
  const at = random.below(lines.length + 1);
  const inserted = () =>
    entry(writer, { isList: random.below(2) === 0, depth: random.below(3), column: random.below(9) });
  const [open, close] = actions(writer, random.pick(conditions));
  const otherwise = random.below(3) ? [] : ['{{ else }}', ...inserted()];
  return [...lines.slice(0, at), open, ...inserted(), ...otherwise, close, ...lines.slice(at)];
}

/** A new entry in brackets before another. */
function first(writer: Writer, lines: Lines): Lines {
  const { random } = writer;
  const at = random.below(lines.length);
  const key = `${writer.name('k')}: ${random.pick([writer.name('v'), '{{ .F }}', `"${writer.name('v')}"`])}`;
  const text = random.pick([key, writer.name('v'), `{${key}}`, `[${key}]`]);
  const [open, close] = actions(writer, random.pick(conditions));
  const [mark, added] = random.pick([
    [/(?<!\{)\{(?!\{)/, `{${open}${text}, ${close}`],
    [/(?<!\})\}(?!\})/, `${open}, ${text}${close}}`],
    [/\[/, `[${open}${text}, ${close}`],
    [/\]/, `${open}, ${text}${close}]`],
  ] as const);
  return lines.map((line, index) => (index >= at ? line.replace(mark, () => added) : line));
}
