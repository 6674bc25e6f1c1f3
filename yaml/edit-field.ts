import type { Path } from '../data/tree.ts';
import { listAt } from '../data/tree.ts';
import { parseDocuments } from './compose.ts';
import { bodiesOf, editYaml } from './edit-yaml.ts';

/** A change of a field: adds a string to a list, removes it from the list, or sets the field to it. */
export interface FieldTextEdit {
  readonly op: 'add' | 'remove' | 'set';
  readonly path: Path;
  readonly value: string;
}

/**
 * Edits a field of a document in a file, and keeps every other line if the style of the document allows it. Returns the text
 * unchanged if there is nothing to change: `add` of a value that the list contains, `remove` of one that it lacks. Returns
 * undefined if the edit is not possible, for example because the path cannot exist. In a file that is not YAML or has aliases,
 * `add` and `set` return undefined, and `remove` returns the text unchanged.
 */
export function editField(text: string, document: number, { op, path, value }: FieldTextEdit): string | undefined {
  if (op === 'set') return editYaml(text, { document, path, value });
  const list = listAt(bodyOf(text, document), ...path);
  const index = list.indexOf(value);
  if (op === 'add') return index < 0 ? editYaml(text, { document, path: [...path, list.length], value }) : text;
  return index < 0 ? text : editYaml(text, { document, path: [...path, index], value: undefined });
}

function bodyOf(text: string, index: number): unknown {
  return bodiesOf(text)?.[index];
}

/**
 * Removes a document from a file. Returns an empty text if it is the only one. Returns undefined if there is no such document, if
 * the text exceeds a limit, or if a document does not start on the line after its marker, as in `--- {a: 1}`.
 */
export function removeDocument(text: string, document: number): string | undefined {
  const parsed = parseDocuments(text);
  if (!Array.isArray(parsed) || document >= parsed.length) return undefined;
  if (parsed.length === 1) return '';
  const parts = text.split(/^---[ \t]*(?:#.*)?\r?\n/m);
  const first = parts[0]?.replace(/^(?:\s*(?:#.*)?\n)*/, '') === '' ? 1 : 0;
  if (parts.length - first !== parsed.length) return undefined;
  return parts.filter((_, index) => index !== document + first).join('---\n');
}
