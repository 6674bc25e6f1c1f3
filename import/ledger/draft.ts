import { isSame, listAt, type Path, valueAt } from '../../data/tree.ts';

/** A resource that is being written, and the file that it goes to. */
export interface Draft {
  readonly file: string;
  /** Grows until the import is done. */
  readonly body: Record<string, unknown>;
}

/** Where a field went. */
export interface Target {
  readonly file: string;
  readonly path: Path;
}

/** The resources that are being written. */
export interface Shelf {
  readonly drafts: readonly Draft[];
  /** Begins a resource in a file of its own; a name that is taken gets a number. */
  begin(file: string, apiVersion: string, kind: string): Draft;
}

export function makeShelf(): Shelf {
  const drafts: Draft[] = [];
  const begin: Shelf['begin'] = (file, apiVersion, kind) => {
    const isTaken = (name: string) => drafts.some((draft) => draft.file === name);
    const numbered = (count: number) => file.replace(/(?=\.yaml$)/, `-${count}`);
    let name = file;
    for (let count = 2; isTaken(name); count++) name = numbered(count);
    const draft = { file: name, body: { apiVersion, kind } };
    drafts.push(draft);
    return draft;
  };
  return { drafts, begin };
}

/**
 * Sets a field, making what it lies in; a step that is a number is an item of a list. Undefined, and nothing is changed,
 * when the resource says something else there already.
 */
export function put(draft: Draft, path: Path, value: unknown): Target | undefined {
  const known = valueAt(draft.body, ...path);
  if (known !== undefined) return isSame(known, value) ? { file: draft.file, path } : undefined;
  let container: object = draft.body;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const isList = typeof path[index + 1] === 'number';
    const held = own(container, step);
    const inner = held === undefined ? (isList ? [] : {}) : held;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner) !== isList) return undefined;
    set(container, step, inner);
    container = inner;
  }
  set(container, path.at(-1) as string | number, value);
  return { file: draft.file, path };
}

/** Adds an item to a list, unless it is there already. */
export function add(draft: Draft, path: Path, item: unknown): Target | undefined {
  const list = listAt(draft.body, ...path);
  const known = list.findIndex((one) => isSame(one, item));
  return put(draft, [...path, known >= 0 ? known : list.length], item);
}

function own(container: object, step: string | number): unknown {
  return Object.hasOwn(container, step) ? (container as Record<string | number, unknown>)[step] : undefined;
}

/** Not by assignment: a key __proto__ of the input is a key like any other. */
function set(container: object, step: string | number, value: unknown): void {
  Object.defineProperty(container, step, { value, writable: true, enumerable: true, configurable: true });
}
