import { flat } from '../data/flat.ts';
import { needsQuotes } from './plain-scalar.ts';
import { readLiteral, readToken } from './plain-token.ts';

/**
 * Returns a function that converts YAML that leasehold printed into JSON with one object per line. Copying line by line is three
 * times as fast as building the objects and serializing them. Use one printer for all texts: it caches lines, and the objects of
 * different tenants have most lines in common.
 */
export function jsonPrinter(): (text: string) => string {
  const lines = new Map<string, Line>();
  return (text) => jsonLines(text, lines);
}

function jsonLines(text: string, lines: Map<string, Line>): string {
  const writer = new JsonWriter();
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const source = text.slice(at, end);
    at = end + 1;
    if (source === '---') writer.endDocument();
    else if (source !== '' && source[0] !== '#') at = writeLine(lineOf(source, lines), { text, end }, writer);
  }
  writer.endDocument();
  return flat(writer.out);
}

/** A line parsed without its context: `  - name: x` has two spaces, one dash, a key and a value. */
interface Line {
  readonly indent: number;
  readonly dashes: number;
  /** As JSON, including the colon. Empty for a list item that is not a mapping. */
  readonly key: string;
  /** As JSON. Empty if the value starts on the next line. */
  readonly value: string;
  /** `|` or `|-` if a literal block follows, otherwise empty. */
  readonly literal: string;
}

/** Writes a line and returns the offset of the next line to read. */
function writeLine(line: Line, { text, end }: { readonly text: string; readonly end: number }, writer: JsonWriter) {
  const { indent, dashes, key, value, literal } = line;
  for (let dash = 0; dash < dashes; dash++) writer.beginEntry(indent + 2 * dash, ']');
  const column = indent + 2 * dashes;
  if (key !== '') writer.beginEntry(column, '}');
  if (literal === '') {
    writer.write(key, value);
    return end + 1;
  }
  const block = readLiteral(text, end - literal.length, key === '' ? column - 2 : column);
  if (!block) throw unreadableError();
  writer.write(key, JSON.stringify(block.value));
  return block.next;
}

class JsonWriter {
  out = '';
  /** For each open mapping or list, the column of its entries and its closing bracket. */
  private readonly columns: number[] = [];
  private readonly brackets: string[] = [];
  /** Whether the last key or dash has no value yet. */
  private isValuePending = false;

  /** Starts an entry of the mapping or list at a column, and opens the mapping or list if necessary. */
  beginEntry(column: number, bracket: ']' | '}'): void {
    while (this.isComplete(column, bracket)) this.close();
    const top = this.columns.length - 1;
    if (this.columns[top] === column && this.brackets[top] === bracket) {
      this.out += this.isValuePending ? 'null,' : ',';
    } else {
      this.columns.push(column);
      this.brackets.push(bracket);
      this.out += bracket === ']' ? '[' : '{';
    }
    this.isValuePending = true;
  }

  write(key: string, value: string): void {
    this.out += key + value;
    this.isValuePending = value === '';
  }

  endDocument(): void {
    if (this.columns.length === 0) return;
    while (this.columns.length > 0) this.close();
    this.out += '\n';
  }

  /** Whether an entry at this column ends the innermost mapping or list. A list may start at the column of its key. */
  private isComplete(column: number, bracket: string): boolean {
    const top = this.columns.length - 1;
    const last = this.columns[top] ?? -1;
    return last > column || (last === column && this.brackets[top] === ']' && bracket === '}');
  }

  private close(): void {
    this.columns.pop();
    this.out += this.isValuePending ? `null${this.brackets.pop()}` : this.brackets.pop();
    this.isValuePending = false;
  }
}

/** Bounds the memory for lines that occur in the objects of only one tenant. */
const maxCachedLines = 4000;

function lineOf(source: string, lines: Map<string, Line>): Line {
  const cached = lines.get(source);
  if (cached) return cached;
  if (lines.size === maxCachedLines) lines.clear();
  const line = readLine(source);
  lines.set(source, line);
  return line;
}

const linePattern = /^( *)((?:- )*)(?:([A-Za-z_/][\w./-]*|"(?:[^"\\]|\\.)*"):(?: |$))?(.*)$/;

function readLine(source: string): Line {
  const [, margin = '', dashes = '', name, rest = ''] = linePattern.exec(source) ?? [];
  const key = name === undefined ? '' : `${keyOf(name)}:`;
  const literal = rest === '|' || rest === '|-' ? rest : '';
  const value = rest === '' || literal !== '' ? '' : scalarOf(rest);
  return { indent: margin.length, dashes: dashes.length / 2, key, value, literal };
}

function keyOf(name: string): string {
  if (needsQuotes(name)) throw unreadableError();
  return name.startsWith('"') ? JSON.stringify(JSON.parse(name)) : `"${name}"`;
}

function scalarOf(source: string): string {
  const token = readToken(source, 0);
  if (token?.next !== source.length) throw unreadableError();
  return JSON.stringify(token.value);
}

function unreadableError(): Error {
  return new Error('rendered text cannot be parsed');
}
