import type { Present, Value } from './value.ts';

/**
 * A value that depends on marked fields of the data. The whole result of a function with a marked argument is marked,
 * so functions do not handle marks. Only the evaluator creates and unwraps marked values.
 */
export class Marked {
  /** Missing if marked fields determine that the field does not exist. */
  readonly value: Value;
  /** The fields that the value depends on. At most `maxNames`, because only messages use them. */
  readonly names: readonly string[];
  /** The number of characters at the start of the value that do not depend on marked fields. */
  readonly literalStart: number;
  /** For the dot of the template: the names of each marked field, by dotted path. Other fields are not marked. */
  readonly fields: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(
    value: Value,
    names: readonly string[],
    { literalStart = 0, fields }: { literalStart?: number; fields?: ReadonlyMap<string, readonly string[]> } = {},
  ) {
    this.value = value;
    this.names = names;
    this.literalStart = literalStart;
    this.fields = fields;
  }
}

/** A value in the evaluator. */
export type Operand = Value | Marked;

/** The range of the output that a marked value printed. The range of an empty string is empty. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly names: readonly string[];
}

const maxNames = 8;

export function bare(operand: Operand): Value {
  return operand instanceof Marked ? operand.value : operand;
}

/** The dot of a template. Reading a field of it returns a marked value only if it contains a marked field or is part of one. */
export function markedRoot(value: Present, marked: ReadonlySet<string>): Operand {
  if (marked.size === 0) return value;
  const fields = new Map([...marked].map((name) => [name, [name]]));
  return new Marked(value, [...marked].slice(0, maxNames), { fields });
}

/** Functions that modify their first argument. */
export const modifying: ReadonlySet<string> = new Set(['set', 'unset', 'merge', 'mergeOverwrite']);

/**
 * Determines which values are marked. A dict can be part of other values. After a function has modified a dict with a
 * marked argument, all values from any dict or list are marked.
 */
export class Marks {
  /** The names of the marked arguments that a function added to a dict. */
  private spread: readonly string[] | undefined;
  /** The names of marked values that determined what the template prints. */
  private selected: readonly string[] | undefined;
  /** The number of times that a marked value determined what the template prints. */
  selections = 0;
  /** Whether a marked value has determined which unmarked value `and` or `or` returns. Variables can contain this value. */
  hasChosen = false;

  /** The names that a value depends on. Undefined if it is not marked. */
  namesOf(operand: Operand): readonly string[] | undefined {
    if (operand instanceof Marked) return operand.names;
    return this.spread !== undefined && typeof operand === 'object' ? this.spread : undefined;
  }

  /** Records that the value determines what the template prints. Returns whether it can depend on marked fields. */
  select(operand: Operand): boolean {
    const names = this.namesOf(operand);
    if (!names) return this.hasChosen;
    this.selections++;
    this.selected = joined(this.selected, names);
    return true;
  }

  /** Records that a marked value determines which of several values a function returns. */
  choose(operand: Operand): void {
    if (this.select(operand)) this.hasChosen = true;
  }

  /**
   * The value of an assignment to a variable. Every marked value that selected something before can determine whether
   * and how often the assignment is executed.
   */
  assigned(operand: Operand): Operand {
    return this.selected ? mark(bare(operand), joined(this.namesOf(operand), this.selected)) : operand;
  }

  /** Records that earlier selections determine whether a function modified a dict. */
  modified(): void {
    this.spread ??= this.selected;
  }

  /**
   * The names that a call depends on: those of its arguments or, for a function that modifies a dict, those of earlier
   * selections.
   */
  namesOfCall(name: string, operands: readonly Operand[]): readonly string[] | undefined {
    return this.namesOfAll(operands) ?? (modifying.has(name) ? this.selected : undefined);
  }

  namesOfField(base: Operand, path: readonly string[]): readonly string[] | undefined {
    if (this.spread === undefined && base instanceof Marked && base.fields) return namesWithin(base.fields, path);
    return this.namesOf(base);
  }

  private namesOfAll(operands: readonly Operand[]): readonly string[] | undefined {
    let all: readonly string[] | undefined;
    for (const operand of operands) {
      const names = this.namesOf(operand);
      if (names) all = joined(all, names);
    }
    return all;
  }

  /** Records a call with marked arguments and marks its result. */
  result(name: string, operands: readonly Operand[], value: Value, names: readonly string[]): Operand {
    if (modifying.has(name)) this.spread = names;
    return mark(value, names, literalStart(name, operands));
  }
}

/** The names of the marked fields that contain the path or are below it. */
function namesWithin(
  fields: ReadonlyMap<string, readonly string[]>,
  path: readonly string[],
): readonly string[] | undefined {
  const own = fields.get(path[0] ?? '');
  if (own) return own;
  const read = `${path.join('.')}.`;
  let all: readonly string[] | undefined;
  for (const [field, names] of fields)
    if (read.startsWith(`${field}.`) || field.startsWith(read)) all = joined(all, names);
  return all;
}

function joined(some: readonly string[] | undefined, others: readonly string[]): readonly string[] {
  return some ? [...new Set([...some, ...others])].slice(0, maxNames) : others;
}

export function mark(value: Value, names: readonly string[] | undefined, start = 0): Operand {
  if (names === undefined) return value;
  return new Marked(value, names, { literalStart: start });
}

/**
 * The length of the margin of the first line of `indent` and `nindent`, if the author of the template chose its width.
 */
function literalStart(name: string, [width]: readonly Operand[]): number {
  if ((name !== 'indent' && name !== 'nindent') || typeof width !== 'bigint') return 0;
  return Number(width) + (name === 'nindent' ? 1 : 0);
}

/** The range in which a marked value was printed. */
export function markOf(
  operand: Operand,
  names: readonly string[],
  { start, text }: { start: number; text: string },
): Mark {
  const skipped = operand instanceof Marked ? operand.literalStart : 0;
  return { start: start + Math.min(skipped, text.length), end: start + text.length, names };
}
