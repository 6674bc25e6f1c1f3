import { valueSize } from './selection.ts';
import { textEnd } from './text-end.ts';

const [quote, comma] = [0x22, 0x2c];
const [openList, closeList, openMapping, closeMapping] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A value that is kept or skipped as a whole, and that can arrive in several parts. */
export class Leaf {
  readonly isKept: boolean;
  isDone = false;
  /** The estimated memory for the commas and brackets in the last part, in bytes. */
  size = 0;
  /** The number of open mappings and lists. */
  depth: number;
  private isInText: boolean;
  private isEscaped: boolean;

  constructor(isKept: boolean, depth = 0, isInText = false, isEscaped = false) {
    this.isKept = isKept;
    this.depth = depth;
    this.isInText = isInText;
    this.isEscaped = isEscaped;
  }

  /** The same value, skipped from here, as a part of a value that is open this many levels deeper. */
  skipped(levels: number): Leaf {
    return new Leaf(false, this.depth + levels, this.isInText, this.isEscaped);
  }

  /** Returns the index after the value, or the length of the text if the value does not end in it. */
  read(text: string, from: number): number {
    let at = from;
    this.size = 0;
    while (at < text.length && !this.isDone) at = this.isInText ? this.readText(text, at) : this.readNested(text, at);
    return at;
  }

  private readText(text: string, from: number): number {
    const { next, isOpen, isEscaped } = textEnd(text, from, this.isEscaped);
    this.isInText = isOpen;
    this.isEscaped = isEscaped;
    this.isDone = !isOpen && this.depth === 0;
    return next;
  }

  /** Reads to the next string, or to the end of the value. */
  private readNested(text: string, from: number): number {
    let [at, depth, values] = [from, this.depth, 0];
    for (; at < text.length && !this.isDone; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.isInText = true;
        at++;
        break;
      }
      const isClose = code === closeMapping || code === closeList;
      if (depth === 0 && (isClose || code === comma)) {
        this.isDone = true;
        break;
      }
      if (code === comma) values++;
      else if (code === openMapping || code === openList) {
        depth++;
        values++;
      } else if (isClose) this.isDone = --depth === 0;
    }
    this.depth = depth;
    this.size += values * valueSize;
    return at;
  }
}
