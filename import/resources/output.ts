import { isSame, listAt, type Path, valueAt } from '../../data/tree.ts';

/** A resource of the output and its file. */
export interface OutputResource {
  readonly file: string;
  /** Fields are added during the import. */
  readonly body: Record<string, unknown>;
}

/** The position of a field in the output. */
export interface FieldLocation {
  readonly file: string;
  readonly path: Path;
}

export interface ImportOutput {
  readonly resources: readonly OutputResource[];
  /** Adds a resource in a separate file. Appends a number if the file name is already used. */
  addResource(file: string, apiVersion: string, kind: string): OutputResource;
}

export function createOutput(): ImportOutput {
  const resources: OutputResource[] = [];
  const files = new Set<string>();
  const addResource: ImportOutput['addResource'] = (file, apiVersion, kind) => {
    const numbered = (count: number) => file.replace(/(?=\.yaml$)/, `-${count}`);
    let name = file;
    for (let count = 2; files.has(name); count++) name = numbered(count);
    files.add(name);
    const resource = { file: name, body: { apiVersion, kind } };
    resources.push(resource);
    return resource;
  };
  return { resources, addResource };
}

/**
 * Sets a field and creates its parents. A numeric step is a list index. Changes nothing and returns undefined if the field
 * already has another value, or if a parent is of another type.
 */
export function setField(resource: OutputResource, path: Path, value: unknown): FieldLocation | undefined {
  const known = valueAt(resource.body, ...path);
  if (known !== undefined) return isSame(known, value) ? { file: resource.file, path } : undefined;
  let container: object = resource.body;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const isList = typeof path[index + 1] === 'number';
    const existing = own(container, step);
    const inner = existing === undefined ? (isList ? [] : {}) : existing;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner) !== isList) return undefined;
    set(container, step, inner);
    container = inner;
  }
  set(container, path.at(-1) as string | number, value);
  return { file: resource.file, path };
}

/** Adds an item to a list unless the list already contains it. */
export function addItem(resource: OutputResource, path: Path, item: unknown): FieldLocation | undefined {
  const list = listAt(resource.body, ...path);
  const known = list.findIndex((one) => isSame(one, item));
  return setField(resource, [...path, known >= 0 ? known : list.length], item);
}

function own(container: object, step: string | number): unknown {
  return Object.hasOwn(container, step) ? (container as Record<string | number, unknown>)[step] : undefined;
}

/** Defines the property instead of assigning it, so that `__proto__` in the input is an ordinary key. */
function set(container: object, step: string | number, value: unknown): void {
  Object.defineProperty(container, step, { value, writable: true, enumerable: true, configurable: true });
}
