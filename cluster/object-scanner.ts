import { KeptText } from './kept-text.ts';
import { Leaf } from './leaf.ts';
import { Items, maxSize, type Reading, readingOf } from './selection.ts';
import { textEnd } from './text-end.ts';

/** The maximum number of characters in the name of a field. Fields with longer names are skipped. */
const maxName = 1024;

/** A mapping or list of which only some parts are kept. */
interface Frame {
  readonly isList: boolean;
  readonly reading: Reading;
  /** What is expected next. `name` inside the name of a field. */
  next: 'first' | 'member' | 'name' | 'colon' | 'value' | 'separator';
}

/**
 * Reads the text of a JSON object in parts, and parses only what a program reads of it. A field that is too large is skipped, and
 * the object is then partial.
 */
export class ObjectScanner {
  isDone = false;
  private readonly frames: Frame[] = [];
  private readonly kept: KeptText;
  private readonly reading: Reading;
  /** A value that is kept or skipped as a whole. */
  private leaf: Leaf | undefined;
  /** An object of a list. */
  private item: ObjectScanner | undefined;
  /** The name of the current field, from its first character to its second quotation mark. */
  private name = '';
  private isEscaped = false;

  constructor(reading: Reading, limit = maxSize) {
    this.reading = reading;
    this.kept = new KeptText(limit);
  }

  get isPartial(): boolean {
    return this.kept.isPartial;
  }

  /** Returns the index after the object, or the length of the text if the object does not end in it. */
  add(text: string, from: number): number {
    let at = from;
    while (at < text.length && !this.isDone) at = this.step(text, at);
    const open = this.kept.dropExcess();
    if (open !== undefined) this.skipRest(open);
    return at;
  }

  value(): unknown {
    if (!this.isDone) throw new SyntaxError('the text ends inside an object');
    return JSON.parse(this.kept.toString());
  }

  private step(text: string, at: number): number {
    if (this.item) return this.readItem(this.item, text, at);
    if (this.leaf) return this.readLeaf(this.leaf, text, at);
    const frame = this.frames.at(-1);
    if (frame?.next === 'name') return this.readName(frame, text, at);
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return at + 1;
    if (frame) return this.readMember(frame, text, at);
    if (text.charAt(at) !== '{') throw new SyntaxError('the text is not an object');
    return this.open('{', this.reading, at);
  }

  private readMember(frame: Frame, text: string, at: number): number {
    const { next, isList } = frame;
    const character = text.charAt(at);
    if ((next === 'first' || next === 'separator') && character === (isList ? ']' : '}'))
      return this.close(character, at);
    const isMember = next === 'first' || next === 'member';
    if (isList ? isMember : next === 'value') return this.beginValue(frame, character, at);
    if (next === 'separator' && character === ',') frame.next = 'member';
    else if (next === 'colon' && character === ':') frame.next = 'value';
    else if (isMember && character === '"') [frame.next, this.name] = ['name', ''];
    else throw new SyntaxError(`unexpected ${character} in JSON`);
    return at + 1;
  }

  private readName(frame: Frame, text: string, at: number): number {
    const { next, isOpen, isEscaped } = textEnd(text, at, this.isEscaped);
    if (this.name.length <= maxName) this.name += text.slice(at, next);
    this.isEscaped = isEscaped;
    if (!isOpen) frame.next = 'colon';
    return next;
  }

  private beginValue(frame: Frame, first: string, at: number): number {
    frame.next = 'separator';
    const reading = frame.isList ? frame.reading : this.readingOfField(frame);
    if (frame.isList && reading instanceof Items) return this.beginItem(reading, first, at);
    const hasParts = first === '{' || first === '[';
    const isEntered = hasParts && canEnter(frame, reading, first);
    if (reading === false || (hasParts && reading !== true && !isEntered)) return this.beginLeaf(false, at);
    const extent = isEntered && first === '{' ? 'some' : reading === 'short' ? 'short' : 'all';
    this.kept.begin(frame.isList ? '' : `"${this.name}:`, extent, hasParts);
    return isEntered ? this.open(first, reading, at) : this.beginLeaf(true, at);
  }

  private readingOfField({ reading }: Frame): Reading {
    return this.name.length > maxName ? false : readingOf(reading, JSON.parse(`"${this.name}`) as string);
  }

  private beginLeaf(isKept: boolean, at: number): number {
    this.leaf = new Leaf(isKept);
    return at;
  }

  private readLeaf(leaf: Leaf, text: string, at: number): number {
    const next = leaf.read(text, at);
    if (leaf.isKept) this.kept.add(text.slice(at, next), leaf.size);
    if (!leaf.isDone) return next;
    this.leaf = undefined;
    if (leaf.isKept) this.kept.end();
    return next;
  }

  private beginItem({ wanted }: Items, first: string, at: number): number {
    if (first !== '{') throw new SyntaxError('the list contains an item that is not an object');
    this.item = new ObjectScanner(wanted.selection ?? true, wanted.maxSize);
    return at;
  }

  private readItem(item: ObjectScanner, text: string, at: number): number {
    const next = item.add(text, at);
    const reading = this.frames.at(-1)?.reading;
    if (!item.isDone || !(reading instanceof Items)) return next;
    this.item = undefined;
    reading.onItem(item.value(), item.isPartial);
    return next;
  }

  private open(bracket: string, reading: Reading, at: number): number {
    this.kept.open(bracket);
    this.frames.push({ isList: bracket === '[', reading, next: 'first' });
    return at + 1;
  }

  private close(bracket: string, at: number): number {
    this.kept.close(bracket);
    this.frames.pop();
    this.isDone = this.frames.length === 0;
    this.kept.end();
    return at + 1;
  }

  /** Skips the rest of a field that is too large, in which this number of mappings and lists are open. */
  private skipRest(open: number): void {
    const isInName = this.frames.at(-1)?.next === 'name';
    const leaf = this.leaf ?? (open > 0 ? new Leaf(false, 0, isInName, this.isEscaped) : undefined);
    this.leaf = leaf?.skipped(open);
    this.frames.length -= open;
    this.isEscaped = false;
  }
}

/** Whether parts of a mapping or list can be kept. Items of lists in lists are skipped, so that the depth is limited. */
function canEnter(frame: Frame, reading: Reading, first: string): boolean {
  if (typeof reading !== 'object') return false;
  return first === '{' ? !(reading instanceof Items) : !frame.isList;
}
