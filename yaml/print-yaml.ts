import { needsQuotes } from './plain-scalar.ts';

/**
 * Prints a value so that every YAML 1.1 and 1.2 reader reads the same value back. No value can end its line, its key or its
 * document early. With `indent`, a mapping or list becomes a block that starts on the next line, indented by that many spaces
 * and with sorted keys. Text of several lines becomes a literal block if that is safe. Omits undefined fields of mappings.
 * Throws on any other undefined value, because views must be complete.
 */
export function printYaml(value: unknown, indent?: number): string {
  if (typeof value === 'string') return printText(value, indent);
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value !== 'object') throw new TypeError(`a shape cannot print ${String(value)}`);
  if (indent === undefined) throw new TypeError('a shape cannot print a mapping or a list without an indent');
  return printTree(value, { indent, lead: lineBreak(indent) });
}

type Mapping = Readonly<Record<string, unknown>>;

interface Block {
  readonly indent: number;
  /** The text before the first entry: a line break, or a space after the dash of a list item. */
  readonly lead: string;
}

function printTree(value: object, block: Block): string {
  return Array.isArray(value) ? printList(value, block) : printMapping(value as Mapping, block);
}

function printMapping(mapping: Mapping, { indent, lead }: Block): string {
  let out = '';
  for (const key of sortedKeys(mapping)) {
    const value = mapping[key];
    if (value === undefined) continue;
    out += `${out === '' ? lead : lineBreak(indent)}${printKey(key)}:${printNested(value, indent + 2)}`;
  }
  return out === '' ? ' {}' : out;
}

/** Most mappings have their keys in order already, and checking that is much cheaper than sorting. */
function sortedKeys(mapping: Mapping): readonly string[] {
  const keys = Object.keys(mapping);
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort();
  }
  return keys;
}

/** Caches printed keys: the objects of all tenants have the same few keys. The limit bounds the memory for keys of users. */
const printedKeys = new Map<string, string>();
const maxCachedKeys = 1000;

/** Characters. YAML readers look no further than 1024 characters for the colon of a key. */
const maxPrintedKey = 1000;

/** Whether YAML readers can read a printed key. Escapes can make a character six times as long. */
export function isPrintableKey(key: string): boolean {
  return key.length <= maxPrintedKey / 8 || quote(key).length <= maxPrintedKey;
}

function printKey(key: string): string {
  const cached = printedKeys.get(key);
  if (cached !== undefined) return cached;
  const printed = plainKey.test(key) && !needsQuotes(key) ? key : quote(key);
  if (printedKeys.size < maxCachedKeys) printedKeys.set(key, printed);
  return printed;
}

/** A mapping in a list starts on the line of the dash. */
function printList(list: readonly unknown[], { indent, lead }: Block): string {
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

/** In a directory, Argo CD skips every file with this text [sources: argocd-37]. */
const skipMarker = '+argocd:skip-file-rendering';
const plain = /^[A-Za-z/][A-Za-z0-9_./=+@,-]*(?::(?!skip-file-rendering)[A-Za-z0-9_./=+@,-]+)*$/;
const plainKey = /^[A-Za-z/][A-Za-z0-9_./-]*$/;
/** Quantities, which no YAML parser reads as numbers. Excludes 1T: the plain reader rejects it as a possible time. */
const plainQuantity = /^[0-9]+(?:m|[KMGTP]i|k|[MGP])$/;
const literal = /^[!-~][\n -~]*$/;
/** ASCII that needs no escapes in double quotes. */
const quotable = /^[ !#-[\]-~]*$/;
/** Includes characters that hide text or change its direction, so that reviewers see the same text as YAML parsers. */
const unprintable = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]/g;

function printText(text: string, indent: number | undefined): string {
  if (plain.test(text)) return needsQuotes(text) ? `"${text}"` : text;
  if (plainQuantity.test(text)) return text;
  if (indent !== undefined && text.includes('\n') && isLiteral(text)) return printLiteral(text, indent);
  return quote(text);
}

/** Literal blocks keep scripts readable. Text that a reader could fold, strip or misread is quoted instead. */
function isLiteral(text: string): boolean {
  return literal.test(text) && !text.endsWith('\n\n') && !/ (?:\n|$)/.test(text) && !text.includes(skipMarker);
}

function printLiteral(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const endsWithNewline = text.endsWith('\n');
  const lines = (endsWithNewline ? text.slice(0, -1) : text).split('\n');
  return `${endsWithNewline ? '|' : '|-'}\n${lines.map((line) => (line === '' ? '' : margin + line)).join('\n')}`;
}

function quote(text: string): string {
  if (quotable.test(text) && !text.includes(skipMarker)) return `"${text}"`;
  return withoutMarker(JSON.stringify(text)).replace(unprintable, escapeOf);
}

function escapeOf(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Replaces the first character of the marker with its escape in a quoted text, or in a comment. */
export function withoutMarker(text: string): string {
  return text.replaceAll(skipMarker, `${escapeOf('+')}${skipMarker.slice(1)}`);
}

/** Whether every YAML parser reads the same number: it has no exponent, and fits the precision of a double. */
export function isPrintable(value: number): boolean {
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
  return isExact && /^-?[0-9]{1,16}(?:\.[0-9]{1,15})?$/.test(String(value));
}

/** Schemas and kinds bound every number, so a number that is not printable is a bug in leasehold. */
function printNumber(value: number): string {
  if (!isPrintable(value)) throw new TypeError(`a shape cannot print the number ${value}`);
  return String(value);
}
