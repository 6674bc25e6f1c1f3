import { type NodePositions, recordPosition } from './node-positions.ts';
import { type Budget, readFlow } from './plain-flow.ts';
import { isItemAt, isKeyAt, readKey } from './plain-key.ts';
import { readLiteral, readToken } from './plain-token.ts';
import { setField } from './set-field.ts';

/** Spaces. More could overflow the stack: each column contains a mapping and a list at most. */
const maxIndent = 400;
const lineEnd = / *(?: #[^\n]*)?(?:\n|$)/y;

/** Reads the text of readPlain. */
export class PlainReader {
  failed = false;
  private pos = 0;
  /** The column of the next content, or -1 at the end of the document. */
  private indent = -1;
  /** The offset of the last value. */
  private valueAt = 0;
  private readonly text: string;
  private readonly positions: NodePositions | undefined;
  private readonly budget: Budget;

  constructor(text: string, positions: NodePositions | undefined, budget: Budget) {
    this.text = text;
    this.positions = positions;
    this.budget = budget;
  }

  readDocuments(): readonly unknown[] {
    const documents: unknown[] = [];
    for (let first = true; this.pos < this.text.length; first = false) {
      this.skipToContent();
      if (this.indent >= 0) this.readDocument(documents);
      else if (!first && this.pos < this.text.length) this.fail();
      if (this.indent >= 0) this.fail();
      this.skipSeparator();
    }
    return documents;
  }

  private readDocument(documents: unknown[]): void {
    const start = this.pos;
    documents.push(this.readBlock());
    this.valueAt = start;
    this.record(documents, documents.length - 1, start);
  }

  private fail(): undefined {
    this.failed = true;
    this.pos = this.text.length;
    this.indent = -1;
  }

  private skipSeparator(): void {
    if (this.pos >= this.text.length) return;
    const end = this.text.indexOf('\n', this.pos);
    this.pos = end < 0 ? this.text.length : end + 1;
  }

  /** Moves from the start of a line to the first content on this line or a later one. */
  private skipToContent(): void {
    const { text } = this;
    while (this.pos < text.length) {
      let at = this.pos;
      while (text.charCodeAt(at) === 32) at++;
      const char = text.charCodeAt(at);
      if (char !== 10 && char !== 35 && at < text.length) {
        this.startLine(at);
        return;
      }
      const end = text.indexOf('\n', at);
      this.pos = end < 0 ? text.length : end + 1;
    }
    this.indent = -1;
  }

  private startLine(at: number): void {
    this.indent = at - this.pos;
    if (this.indent > 0) {
      this.pos = at;
      if (this.indent >= maxIndent) this.fail();
      return;
    }
    const isMarker = this.text.startsWith('---', at) || this.text.startsWith('...', at);
    if (!isMarker) return;
    if (/^---(?:\n|$)/.test(this.text.slice(at, at + 4))) this.indent = -1;
    else this.fail();
  }

  private readBlock(): unknown {
    return this.atDash() ? this.readList(this.indent) : this.readMapping(this.indent);
  }

  private atDash(): boolean {
    return isItemAt(this.text, this.pos);
  }

  private readMapping(indent: number): unknown {
    const mapping: Record<string, unknown> = {};
    while (this.indent === indent) {
      const start = this.pos;
      const found = readKey(this.text, start);
      if (!found || Object.hasOwn(mapping, found.key) || --this.budget.left < 0) return this.fail();
      const { key } = found;
      this.pos = found.next;
      setField(mapping, key, this.readValue(indent, true));
      this.record(mapping, key, start);
    }
    return this.indent > indent ? this.fail() : mapping;
  }

  private record(container: object, step: string | number, key: number): void {
    if (this.positions) recordPosition(this.positions, { container, step }, { key, value: this.valueAt });
  }

  private readList(indent: number): unknown {
    const list: unknown[] = [];
    while (this.indent === indent && this.atDash()) {
      if (--this.budget.left < 0) return this.fail();
      list.push(this.readItem(indent));
      this.record(list, list.length - 1, this.valueAt);
    }
    return this.indent > indent ? this.fail() : list;
  }

  private readItem(indent: number): unknown {
    this.pos++;
    let at = this.pos;
    while (this.text.charCodeAt(at) === 32) at++;
    const isList = isItemAt(this.text, at);
    if (!isList && !isKeyAt(this.text, at)) return this.readValue(indent, false);
    this.indent = indent + 1 + (at - this.pos);
    this.pos = at;
    if (this.indent >= maxIndent) return this.fail();
    const nested = isList ? this.readList(this.indent) : this.readMapping(this.indent);
    this.valueAt = at;
    return nested;
  }

  /** The value of a mapping entry may be a list at the column of its key: `listAtParent` allows this. */
  private readValue(parent: number, listAtParent: boolean): unknown {
    while (this.text.charCodeAt(this.pos) === 32) this.pos++;
    const char = this.text[this.pos];
    if (char === undefined || char === '\n' || char === '#') return this.readNested(parent, listAtParent);
    if (char === '|') return this.readLiteralBlock(parent);
    const isFlow = char === '[' || char === '{';
    const token = isFlow ? readFlow(this.text, this.pos, this.budget, this.positions) : readToken(this.text, this.pos);
    if (!token) return this.fail();
    this.valueAt = this.pos;
    this.pos = token.next;
    return this.endLine() && this.indent <= parent ? token.value : this.fail();
  }

  private readLiteralBlock(parent: number): unknown {
    const token = readLiteral(this.text, this.pos, parent);
    if (!token) return this.fail();
    this.valueAt = this.pos;
    this.pos = token.next;
    this.skipToContent();
    return this.indent > parent ? this.fail() : token.value;
  }

  private readNested(parent: number, listAtParent: boolean): unknown {
    const end = this.pos;
    if (!this.endLine()) return this.fail();
    const start = this.pos;
    const hasListAtParent = listAtParent && this.indent === parent && this.atDash();
    const nested = this.indent > parent ? this.readBlock() : hasListAtParent ? this.readList(parent) : null;
    this.valueAt = nested === null ? end : start;
    return nested;
  }

  private endLine(): boolean {
    if (this.text.charCodeAt(this.pos) === 10) {
      this.pos++;
      this.skipToContent();
      return true;
    }
    lineEnd.lastIndex = this.pos;
    if (this.text.charCodeAt(this.pos) === 35 && this.text.charCodeAt(this.pos - 1) === 32) lineEnd.lastIndex--;
    if (!lineEnd.test(this.text)) return false;
    this.pos = lineEnd.lastIndex;
    this.skipToContent();
    return true;
  }
}
