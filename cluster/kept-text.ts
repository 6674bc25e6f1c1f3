import { valueSize } from './selection.ts';

/**
 * The maximum number of characters of a value without parts that is kept even if the object is too large. Includes the name of
 * the field.
 */
const shortText = 1024;

/** Which parts of a member are kept: some of its own members, all of them or none, or only a short text. */
export type Extent = 'some' | 'all' | 'short';

/** A field whose size is not known yet. A part of it is never kept, because a program could mistake it for the whole. */
interface Unit {
  text: string;
  size: number;
  readonly hasParts: boolean;
  readonly isShort: boolean;
  readonly hasOthersBefore: boolean;
  /** The number of mappings and lists around it. */
  readonly level: number;
}

/** The JSON text of the parts of an object that are kept. Drops fields that exceed the maximum size of the object. */
export class KeptText {
  isPartial = false;
  private text = '';
  private size = 0;
  private unit: Unit | undefined;
  private readonly maxSize: number;
  /** For each mapping and list that is open: whether a member of it is kept. */
  private readonly hasMembers: boolean[] = [];

  constructor(maxSize: number) {
    this.maxSize = maxSize;
  }

  open(bracket: string): void {
    this.add(bracket, valueSize);
    this.hasMembers.push(false);
  }

  close(bracket: string): void {
    this.hasMembers.pop();
    this.add(bracket, 0);
  }

  /** Begins a field of a mapping with its name and a colon, or an item of a list. */
  begin(name: string, extent: Extent, hasParts: boolean): void {
    const level = this.hasMembers.length;
    const hasOthersBefore = this.hasMembers[level - 1] === true;
    if (extent !== 'some')
      this.unit ??= { text: '', size: 0, hasParts, isShort: extent === 'short', hasOthersBefore, level };
    this.hasMembers[level - 1] = true;
    this.add(`${hasOthersBefore ? ',' : ''}${name}`, valueSize);
  }

  add(text: string, size: number): void {
    if (!this.unit) this.text += text;
    else {
      this.unit.text += text;
      this.unit.size += text.length + size;
    }
  }

  /** Ends a field or item. */
  end(): void {
    const { unit } = this;
    if (!unit || unit.level !== this.hasMembers.length || this.dropExcess() !== undefined) return;
    this.text += unit.text;
    if (unit.hasParts || unit.text.length > shortText) this.size += unit.size;
    this.unit = undefined;
  }

  /** Drops the current field if it is too large. Returns how many mappings and lists of it were open, or undefined. */
  dropExcess(): number | undefined {
    const { unit } = this;
    if (!unit || (!unit.hasParts && unit.text.length <= shortText)) return undefined;
    if (!unit.isShort && this.size + unit.size <= this.maxSize) return undefined;
    const open = this.hasMembers.length - unit.level;
    this.hasMembers.length = unit.level;
    this.hasMembers[unit.level - 1] = unit.hasOthersBefore;
    this.unit = undefined;
    this.isPartial ||= !unit.isShort;
    return open;
  }

  toString(): string {
    return this.text;
  }
}
