import { flat } from '../data/flat.ts';
import { notPlain } from './plain-scalar.ts';
import { readLiteral, readToken } from './plain-token.ts';

/**
 * What prints one object a line, from rendered text, which is always plain YAML. Every shell prints JSON by this. The text
 * is copied line by line: to build the objects and print them would take three times as long. Use one for all texts: the
 * objects of all tenants have most lines in common.
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

/** What a line says, whatever the lines around it: `  - name: x` has two spaces, one dash, a key and a value. */
interface Line {
  readonly indent: number;
  readonly dashes: number;
  /** As JSON, with the colon; empty for an item of a list that is no mapping. */
  readonly key: string;
  /** As JSON; empty where it is on the next lines. */
  readonly value: string;
  /** `|` or `|-` where the next lines are a text. */
  readonly literal: string;
}

/** Writes it, and gives the offset of the line to go on with. */
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
  if (!block) throw unreadable();
  writer.write(key, JSON.stringify(block.value));
  return block.next;
}

class JsonWriter {
  out = '';
  /** The mappings and lists that are open: the column of their entries, and what ends them. */
  private readonly columns: number[] = [];
  private readonly ends: string[] = [];
  /** Whether the last key or dash has no value yet. */
  private isBare = false;

  /** The next entry of the mapping or list at that column, or the first of one that begins. */
  beginEntry(column: number, end: ']' | '}'): void {
    while (this.isOver(column, end)) this.close();
    const top = this.columns.length - 1;
    if (this.columns[top] === column && this.ends[top] === end) {
      this.out += this.isBare ? 'null,' : ',';
    } else {
      this.columns.push(column);
      this.ends.push(end);
      this.out += end === ']' ? '[' : '{';
    }
    this.isBare = true;
  }

  write(key: string, value: string): void {
    this.out += key + value;
    this.isBare = value === '';
  }

  endDocument(): void {
    if (this.columns.length === 0) return;
    while (this.columns.length > 0) this.close();
    this.out += '\n';
  }

  /** Entries of a list may stand at the column of the key they belong to. */
  private isOver(column: number, end: string): boolean {
    const top = this.columns.length - 1;
    const last = this.columns[top] ?? -1;
    return last > column || (last === column && this.ends[top] === ']' && end === '}');
  }

  private close(): void {
    this.columns.pop();
    this.out += this.isBare ? `null${this.ends.pop()}` : this.ends.pop();
    this.isBare = false;
  }
}

/** What only one tenant's objects have must not fill the memory. */
const mostLines = 4000;

function lineOf(source: string, lines: Map<string, Line>): Line {
  const known = lines.get(source);
  if (known) return known;
  if (lines.size === mostLines) lines.clear();
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
  if (notPlain(name)) throw unreadable();
  return name.startsWith('"') ? JSON.stringify(JSON.parse(name)) : `"${name}"`;
}

function scalarOf(source: string): string {
  const token = readToken(source, 0);
  if (token?.next !== source.length) throw unreadable();
  return JSON.stringify(token.value);
}

function unreadable(): Error {
  return new Error('rendered text cannot be read back');
}
