import { StringDecoder } from 'node:string_decoder';

/**
 * The maximum number of characters in an item, and in a list without its items. By default, etcd stores no object larger than
 * 1.5 MiB.
 */
const maxCharacters = 8 * 1024 * 1024;

/**
 * Parses the JSON of a list, and passes on each item of `items` as soon as it is complete, so that a page of large objects needs
 * only the memory of one of them. Returns the list without its items. Throws if the text is not JSON, if an item or the list
 * without its items is too large, or if an item is not an object.
 */
export async function readItems(body: AsyncIterable<Uint8Array>, onItem: (item: unknown) => void): Promise<unknown> {
  const decoder = new StringDecoder('utf8');
  const scanner = new ListScanner(onItem);
  for await (const chunk of body) scanner.add(decoder.write(Buffer.from(chunk)));
  return scanner.end();
}

/** The depth inside the list of items. */
const listDepth = 2;

const notAnObject = 'the list contains an item that is not an object';

class ListScanner {
  private readonly onItem: (item: unknown) => void;
  /** The parts of the text that are not parsed yet. */
  private readonly texts = { outside: '', separator: '', item: '' };
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  private isInItems = false;
  private hasItems = false;

  constructor(onItem: (item: unknown) => void) {
    this.onItem = onItem;
  }

  add(text: string): void {
    let start = 0;
    for (let index = 0; index < text.length; index++) {
      const character = text.charAt(index);
      if (this.isText) this.readText(character);
      else if (character === '"') this.isText = true;
      else if (character === '{' || character === '[') start = this.open(text, start, index);
      else if (character === '}' || character === ']') start = this.close(text, start, index);
    }
    this.keep(text.slice(start));
    if (Object.values(this.texts).some(({ length }) => length > maxCharacters))
      throw new Error('an object of the list is larger than 8 MiB');
  }

  /** The list without its items. */
  end(): unknown {
    return JSON.parse(this.texts.outside) as unknown;
  }

  private readText(character: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (character === '\\') this.isEscaped = true;
    else if (character === '"') this.isText = false;
  }

  /** Returns the index of the first character that is not kept yet. */
  private open(text: string, start: number, index: number): number {
    this.depth++;
    if (this.isInItems && this.depth === listDepth + 1) {
      if (text[index] !== '{') throw new Error(notAnObject);
      this.endSeparator(text.slice(start, index), this.hasItems ? /^\s*,\s*$/ : /^\s*$/);
      this.hasItems = true;
      return index;
    }
    if (this.isInItems || this.depth !== listDepth || text[index] !== '[') return start;
    this.keep(text.slice(start, index + 1));
    this.isInItems = /"items"\s*:\s*\[$/.test(this.texts.outside.slice(-100));
    return index + 1;
  }

  private close(text: string, start: number, index: number): number {
    this.depth--;
    if (!this.isInItems || this.depth > listDepth) return start;
    if (this.depth < listDepth) {
      this.endSeparator(text.slice(start, index), /^\s*$/);
      this.isInItems = false;
      return index;
    }
    const { texts } = this;
    this.onItem(JSON.parse(texts.item + text.slice(start, index + 1)));
    texts.item = '';
    return index + 1;
  }

  private endSeparator(text: string, expected: RegExp): void {
    const { texts } = this;
    if (!expected.test(texts.separator + text)) throw new Error(notAnObject);
    texts.separator = '';
  }

  private keep(text: string): void {
    const part = !this.isInItems ? 'outside' : this.depth > listDepth ? 'item' : 'separator';
    this.texts[part] += text;
  }
}
