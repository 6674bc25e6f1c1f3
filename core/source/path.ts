/** The way from the root of a document to a value: keys of mappings and indexes of lists. */
export type Path = readonly (string | number)[];

/** The value at a path; undefined where there is none. Inherited properties do not count. */
export function valueAt(body: unknown, path: Path): unknown {
  let node = body;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = (node as Readonly<Record<string | number, unknown>>)[step];
  }
  return node;
}
