import { leavesOf } from '../../../data/leaves.ts';
import { nearest } from '../../../data/nearest.ts';
import type { Path } from '../../../data/tree.ts';

export type Values = ReadonlyMap<string, string>;

/** Predefined names, in any case. They take precedence over parameters [sources: mto-25]. */
export const builtInNames: readonly string[] = ['namespace', 'tenant'];

/** `${NAME}`, or `$${NAME}` for that very text. */
const inText = /\$?\$\{([A-Za-z0-9_]+)\}/g;
/** A whole text that stands for a value of any type. */
const whole = /^\$\{\{([A-Za-z0-9_]+)\}\}$/;

/** The parameter that a whole text stands for, when it is of the form `${{NAME}}`. */
export function wholeReference(text: string): string | undefined {
  return whole.exec(text)?.[1];
}

/** Puts values into a text. What names no value stays as it is: shells and dashboards have `${X}` of their own. */
export function putIn(text: string, lookUp: (name: string) => string | undefined): string {
  return text.replace(inText, (source: string, name: string) =>
    source.startsWith('$$') ? source.slice(1) : (lookUp(name) ?? source),
  );
}

export function lookUpIn(values: Values, builtIn: Values): (name: string) => string | undefined {
  return (name) => builtIn.get(name.toLowerCase()) ?? values.get(name);
}

export interface UnknownReference {
  readonly path: Path;
  readonly name: string;
  readonly near: string | undefined;
}

/** The references of a tree that name nothing, each name once. */
export function unknownReferences(tree: unknown, names: readonly string[]): readonly UnknownReference[] {
  const known = new Set(names);
  const found = new Map<string, UnknownReference>();
  for (const { value, path } of leavesOf(tree)) {
    for (const name of typeof value === 'string' ? referencesOf(value) : []) {
      if (known.has(name) || builtInNames.includes(name.toLowerCase()) || found.has(name)) continue;
      found.set(name, { path, name, near: nearest(name, [...names, ...builtInNames]) });
    }
  }
  return [...found.values()];
}

function referencesOf(text: string): readonly string[] {
  const name = wholeReference(text);
  if (name !== undefined) return [name];
  return [...text.matchAll(inText)].flatMap(([source, found = '']) => (source.startsWith('$$') ? [] : [found]));
}
