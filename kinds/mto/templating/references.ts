import { leavesOf } from '../../../data/leaves.ts';
import { nearestWord } from '../../../data/nearest.ts';
import type { Path } from '../../../data/tree.ts';

export type TemplateValues = ReadonlyMap<string, string>;

/** Predefined names; their case does not matter. They take precedence over parameters [sources: mto-25]. */
export const builtInNames: readonly string[] = ['namespace', 'tenant'];

/** `${NAME}`, or `$${NAME}` for the literal text. */
const referencePattern = /\$?\$\{([A-Za-z0-9_]+)\}/g;
/** A string that is only a reference, which becomes a value of any type. */
const wholePattern = /^\$\{\{([A-Za-z0-9_]+)\}\}$/;

/** The parameter in a string of the form `${{NAME}}`. */
export function wholeReference(text: string): string | undefined {
  return wholePattern.exec(text)?.[1];
}

/** Inserts values into a string. Keeps unknown references, because shells and dashboards use `${X}` too. */
export function interpolate(text: string, lookUp: (name: string) => string | undefined): string {
  return text.replace(referencePattern, (source: string, name: string) =>
    source.startsWith('$$') ? source.slice(1) : (lookUp(name) ?? source),
  );
}

export function lookup(values: TemplateValues, builtIn: TemplateValues): (name: string) => string | undefined {
  return (name) => builtIn.get(name.toLowerCase()) ?? values.get(name);
}

export interface UnknownReference {
  readonly path: Path;
  readonly name: string;
  readonly near: string | undefined;
}

/** The unknown references in a tree, without duplicates. */
export function unknownReferences(tree: unknown, names: readonly string[]): readonly UnknownReference[] {
  const known = new Set(names);
  const nearest = nearestWord([...names, ...builtInNames]);
  const found = new Map<string, UnknownReference>();
  for (const { value, path } of leavesOf(tree)) {
    for (const name of typeof value === 'string' ? referencesOf(value) : []) {
      if (known.has(name) || builtInNames.includes(name.toLowerCase()) || found.has(name)) continue;
      found.set(name, { path, name, near: nearest(name) });
    }
  }
  return [...found.values()];
}

/** The names of the references in a string. */
export function referencesOf(text: string): readonly string[] {
  const name = wholeReference(text);
  if (name !== undefined) return [name];
  return [...text.matchAll(referencePattern)].flatMap(([source, found = '']) =>
    source.startsWith('$$') ? [] : [found],
  );
}
