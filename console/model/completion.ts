import { describeField, type FieldSummary } from '../../analysis/fields/describe-field.ts';
import { contracts, type KindId } from '../../build/contracts.ts';
import { schemas } from '../../build/schemas.ts';
import type { Tree } from '../../data/tree.ts';

/** The completions at a position in a document. */
export interface Completion {
  /** The offset at which the partial word starts. */
  readonly from: number;
  readonly options: readonly Option[];
}

export interface Option {
  readonly label: string;
  /** The text to insert. */
  readonly insert: string;
  readonly detail: string;
  readonly description: string;
}

const parsed = new Map<KindId, Tree>();

/**
 * The fields or values that can be inserted at an offset of a file. Empty or undefined if there are none, for example
 * without a schema.
 */
export function completionAt(text: string, offset: number): Completion | undefined {
  const document = documentAround(text, offset);
  const before = document.text.slice(0, offset - document.start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const value = /^\s*(?:- )?([\w.-]+):\s+(\S*)$/.exec(line);
  if (value) return valuesAt(document, before, { field: value[1] ?? '', written: value[2] ?? '', offset });
  const key = /^(\s*(?:- )*)([\w.-]*)$/.exec(line);
  if (!key) return undefined;
  const path = pathAbove(before, (key[1] ?? '').length);
  const fields = fieldsAt(document.text, path);
  const present = siblingsAt(document.text, before, (key[1] ?? '').length);
  const options = fields.filter(({ path: name }) => !present.has(name)).map(fieldOption);
  return { from: offset - (key[2] ?? '').length, options };
}

interface Value {
  readonly field: string;
  readonly written: string;
  readonly offset: number;
}

function valuesAt({ text }: { readonly text: string }, before: string, value: Value): Completion | undefined {
  const { field, written, offset } = value;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const indent = /^\s*(?:- )?/.exec(line)?.[0].length ?? 0;
  const choices = isTop(indent, field)
    ? topValues(field, text)
    : choicesOf(text, [...pathAbove(before, indent), field]);
  return choices && { from: offset - written.length, options: choices };
}

function isTop(indent: number, field: string): boolean {
  return indent === 0 && (field === 'kind' || field === 'apiVersion');
}

function topValues(field: string, text: string): readonly Option[] {
  const kind = /^kind:\s*(\S+)/m.exec(text)?.[1];
  const known = Object.values(contracts).filter((one) => field === 'kind' || kind === undefined || one.kind === kind);
  const values = [...new Set(known.map((one) => (field === 'kind' ? one.kind : one.apiVersion)))].sort();
  return values.map((label) => ({ label, insert: label, detail: '', description: '' }));
}

function choicesOf(text: string, path: readonly string[]): readonly Option[] | undefined {
  const id = kindOf(text);
  const described = id && describeField(schemaOf(id), path);
  if (!described?.ok) return undefined;
  const { choices = [], type, default: standard } = described.field;
  const values = type === 'boolean' ? [true, false] : choices;
  return values.map((one) => {
    return { label: String(one), insert: String(one), detail: one === standard ? 'default' : '', description: '' };
  });
}

function fieldsAt(text: string, path: readonly string[]): readonly FieldSummary[] {
  const id = kindOf(text);
  const described = id && describeField(schemaOf(id), path);
  return described?.ok ? described.field.fields : [];
}

function fieldOption({ path, type, required, description }: FieldSummary): Option {
  const nested = type === 'object' || type.startsWith('map') || type.startsWith('list');
  return {
    label: path,
    insert: nested ? `${path}:` : `${path}: `,
    detail: required ? `${type}, required` : type,
    description,
  };
}

function schemaOf(id: KindId): Tree {
  const known = parsed.get(id) ?? (JSON.parse(schemas[id]) as Tree);
  parsed.set(id, known);
  return known;
}

function kindOf(text: string): KindId | undefined {
  const read = (field: string) => new RegExp(`^${field}:\\s*["']?([^\\s"'#]+)`, 'm').exec(text)?.[1];
  const [apiVersion, kind] = [read('apiVersion'), read('kind')];
  const entries = Object.entries(contracts) as [KindId, (typeof contracts)[KindId]][];
  return entries.find(([, one]) => one.apiVersion === apiVersion && one.kind === kind)?.[0];
}

/** The YAML document around an offset. */
function documentAround(text: string, offset: number): { readonly text: string; readonly start: number } {
  const marks = [...text.matchAll(/^---.*$/gm)].map(({ index, 0: mark }) => ({ index, end: index + mark.length + 1 }));
  const start = marks.findLast(({ end }) => end <= offset)?.end ?? 0;
  const end = marks.find(({ index }) => index >= offset)?.index ?? text.length;
  return { text: text.slice(start, end), start };
}

/** The keys above a position, by indentation: the keys of the mappings that contain it. */
function pathAbove(before: string, indent: number): readonly string[] {
  const path: string[] = [];
  let limit = indent;
  for (const line of before.split('\n').slice(0, -1).reverse()) {
    const { lead, name } = keyIn(line);
    if (name === '' || lead.length >= limit) continue;
    path.unshift(name);
    limit = lead.length;
  }
  return path;
}

/** The key that starts on a line, and the text before it. */
function keyIn(line: string): { readonly lead: string; readonly name: string } {
  const [, lead = '', name = ''] = /^(\s*(?:- )*)([\w./-]+):/.exec(line) ?? [];
  return { lead, name };
}

/** The keys at the same indentation in the same mapping. */
function siblingsAt(text: string, before: string, indent: number): ReadonlySet<string> {
  const lines = text.split('\n');
  const at = before.split('\n').length - 1;
  const isOwnItem = (lines[at] ?? '').slice(0, indent).includes('-');
  const above = isOwnItem ? [] : siblingsIn(lines.slice(0, at).reverse(), indent, 'after');
  return new Set([...above, ...siblingsIn(lines.slice(at + 1), indent, 'before')]);
}

/**
 * Keys up to the end of the mapping. A list item starts with its first key, so an upward search ends after that key.
 */
function siblingsIn(lines: readonly string[], indent: number, atItem: 'before' | 'after'): readonly string[] {
  const names: string[] = [];
  for (const line of lines) {
    const { lead, name } = keyIn(line);
    if (name === '' || lead.length > indent) continue;
    const isItem = lead.includes('-');
    if (lead.length < indent || (isItem && atItem === 'before')) break;
    names.push(name);
    if (isItem) break;
  }
  return names;
}
