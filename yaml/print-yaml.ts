import { notPlain } from './plain-scalar.ts';

/**
 * Prints a value so that every YAML 1.1 and 1.2 reader reads it back as it was, and so that it cannot end its
 * line, its key or its document. With `indent`, mappings and lists are printed as a block that begins on the next
 * line, indented by that many spaces, keys sorted; a text of several lines as a literal block where that is safe.
 * Throws on undefined, for a view must be total.
 */
export function printYaml(value: unknown, indent?: number): string {
  if (typeof value === 'string') return printText(value, indent);
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value !== 'object') throw new TypeError(`a shape asked to print ${String(value)}`);
  if (indent === undefined) throw new TypeError('a shape asked to print a mapping or a list without an indent');
  return printTree(value, { indent, lead: lineBreak(indent) });
}

type Mapping = Readonly<Record<string, unknown>>;

/** Where a mapping or a list stands: its indent, and what comes before its first entry. */
interface Place {
  readonly indent: number;
  readonly lead: string;
}

function printTree(value: object, place: Place): string {
  return Array.isArray(value) ? printList(value, place) : printMapping(value as Mapping, place);
}

function printMapping(mapping: Mapping, { indent, lead }: Place): string {
  let out = '';
  for (const key of keysInOrder(mapping)) {
    const value = mapping[key];
    if (value === undefined) continue;
    out += `${out === '' ? lead : lineBreak(indent)}${printKey(key)}:${printNested(value, indent + 2)}`;
  }
  return out === '' ? ' {}' : out;
}

/** Most mappings are written in order, and to see that takes a fraction of sorting. */
function keysInOrder(mapping: Mapping): readonly string[] {
  const keys = Object.keys(mapping);
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort();
  }
  return keys;
}

/** Objects of all tenants have the same few keys; what users name themselves must not fill the memory. */
const printedKeys = new Map<string, string>();
const mostKeys = 1000;

function printKey(key: string): string {
  const known = printedKeys.get(key);
  if (known !== undefined) return known;
  const printed = plainKey.test(key) && !notPlain(key) ? key : quote(key);
  if (printedKeys.size < mostKeys) printedKeys.set(key, printed);
  return printed;
}

/** A mapping in a list begins on the dash's own line. */
function printList(list: readonly unknown[], { indent, lead }: Place): string {
  if (list.length === 0) return ' []';
  let out = '';
  for (const item of list) {
    const isTree = typeof item === 'object' && item !== null;
    const text = isTree ? printTree(item, { indent: indent + 2, lead: ' ' }) : ` ${printYaml(item, indent + 2)}`;
    out += `${out === '' ? lead : lineBreak(indent)}-${text}`;
  }
  return out;
}

function printNested(value: unknown, indent: number): string {
  const text = printYaml(value, indent);
  return typeof value === 'object' && value !== null ? text : ` ${text}`;
}

const lineBreaks = Array.from({ length: 40 }, (_, width) => `\n${' '.repeat(width)}`);

function lineBreak(indent: number): string {
  return lineBreaks[indent] ?? `\n${' '.repeat(indent)}`;
}
const plain = /^[A-Za-z/][A-Za-z0-9_./=+@,-]*(?::[A-Za-z0-9_./=+@,-]+)*$/;
const plainKey = /^[A-Za-z/][A-Za-z0-9_./-]*$/;
/** Quantities, which no reader takes for numbers; 1T begins as a time does, so the plain reader leaves it alone. */
const plainNumeral = /^[0-9]+(?:m|[KMGTP]i|k|[MGP])$/;
const literal = /^[!-~][\n -~]*$/;
/** ASCII that stands in quotes as it is. */
const quotable = /^[ !#-[\]-~]*$/;
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function printText(text: string, indent: number | undefined): string {
  if (plain.test(text)) return notPlain(text) ? `"${text}"` : text;
  if (plainNumeral.test(text)) return text;
  if (indent !== undefined && text.includes('\n') && isLiteral(text)) return printLiteral(text, indent);
  return quote(text);
}

/** Literal blocks keep scripts readable; anything that a reader could fold, strip or misread is quoted. */
function isLiteral(text: string): boolean {
  return literal.test(text) && !text.endsWith('\n\n') && !/ (?:\n|$)/.test(text);
}

function printLiteral(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const ended = text.endsWith('\n');
  const lines = (ended ? text.slice(0, -1) : text).split('\n');
  return `${ended ? '|' : '|-'}\n${lines.map((line) => (line === '' ? '' : margin + line)).join('\n')}`;
}

function quote(text: string): string {
  if (quotable.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(unprintable, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Whether every YAML reader takes the number for the same: no exponent, and no more digits than a double keeps. */
export function isPrintable(value: number): boolean {
  return /^-?[0-9]{1,16}(?:\.[0-9]{1,15})?$/.test(String(value));
}

/** Schemas and kinds bound every number, so one that YAML readers might read differently is our bug. */
function printNumber(value: number): string {
  if (!isPrintable(value)) throw new TypeError(`a shape asked to print the number ${value}`);
  return String(value);
}
