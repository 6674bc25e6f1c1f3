import { type Document, isCollection, isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { isMapping, isSame, type Path } from '../data/tree.ts';
import { parseDocuments } from './compose.ts';
import { printYaml } from './print-yaml.ts';

/** A change of one value. An undefined value deletes the field, and the mappings and lists that become empty. */
export interface YamlEdit {
  /** The index of the document in the text. */
  readonly document: number;
  readonly path: Path;
  readonly value: unknown;
}

/** A part of a text and what replaces it. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Changes one value in a text and leaves every other line as it is, including comments. A document whose style does not allow
 * that is printed again with its comments. Undefined if both ways would change another value, if the text is not valid YAML or
 * has aliases, if it has no such document, or if a parent in the path has another type or too few items.
 */
export function editYaml(text: string, edit: YamlEdit): string | undefined {
  const before = bodiesOf(text);
  if (!before) return undefined;
  const wanted = before.map((body, index) => (index === edit.document ? changed(body, edit.path, edit.value) : body));
  if (wanted[edit.document] === impossible || edit.document >= wanted.length) return undefined;
  const candidates = [() => spliced(text, edit), () => reprinted(text, edit)];
  for (const candidate of candidates) {
    const result = candidate();
    const after = result === undefined ? undefined : bodiesOf(result);
    if (after && isSame(after, wanted)) return result;
  }
  return undefined;
}

function documentsOf(text: string): readonly Document.Parsed[] | undefined {
  const parsed = parseDocuments(text);
  if (!Array.isArray(parsed)) return undefined;
  const documents = (parsed as readonly { readonly document: Document.Parsed }[]).map(({ document }) => document);
  return documents.some(({ errors }) => errors.length > 0) ? undefined : documents;
}

/** Undefined if the text is not YAML, or if a document has aliases. */
export function bodiesOf(text: string): readonly unknown[] | undefined {
  try {
    return documentsOf(text)?.map((document) => document.toJS({ maxAliasCount: 0 }) as unknown);
  } catch (error) {
    // A document with aliases: the same value can be at several paths.
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

const impossible = Symbol('impossible');

/** The data with the change; `impossible` if a parent has another type, or an index is beyond the end of a list. */
function changed(body: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') return changedList(body, step, { rest, value });
  if (body !== undefined && body !== null && !isMapping(body)) return impossible;
  const tree = isMapping(body) ? body : {};
  const inner = changed(tree[step], rest, value);
  if (inner === impossible) return impossible;
  const { [step]: _, ...others } = tree;
  if (inner === undefined) return Object.keys(others).length > 0 ? others : undefined;
  return { ...tree, [step]: inner };
}

interface Rest {
  readonly rest: Path;
  readonly value: unknown;
}

function changedList(body: unknown, index: number, { rest, value }: Rest): unknown {
  if (body !== undefined && body !== null && !Array.isArray(body)) return impossible;
  const list = (body ?? []) as readonly unknown[];
  if (index > list.length) return impossible;
  const inner = changed(list[index], rest, value);
  if (inner === impossible) return impossible;
  if (inner !== undefined) return [...list.slice(0, index), inner, ...list.slice(index + 1)];
  return list.length > 1 ? list.filter((_, at) => at !== index) : undefined;
}

function spliced(text: string, { document: index, path, value }: YamlEdit): string | undefined {
  const document = documentsOf(text)?.[index];
  const splice =
    document && (value === undefined ? removal(document, path, text) : setting(document, { path, value, text }));
  return splice && `${text.slice(0, splice.from)}${splice.text}${text.slice(splice.to)}`;
}

interface Setting {
  readonly path: Path;
  readonly value: unknown;
  readonly text: string;
}

function setting(document: Document, { path, value, text }: Setting): Splice | undefined {
  const node = document.getIn(path, true);
  if (isScalar(node) && node.range && typeof value !== 'object' && node.type !== 'BLOCK_LITERAL') {
    const [from, to] = node.range;
    return from === to ? undefined : { from, to, text: printYaml(value) };
  }
  if (node !== undefined) return undefined;
  const parentPath = path.slice(0, -1);
  const parent = parentPath.length === 0 ? document.contents : document.getIn(parentPath, true);
  const step = path.at(-1) as string | number;
  if (parent === undefined) return setting(document, { path: parentPath, value: wrapped(step, value), text });
  return appended(parent, { path: [step], value, text });
}

function wrapped(step: string | number, value: unknown): unknown {
  return typeof step === 'number' ? [value] : { [step]: value };
}

/** Adds an entry after the last one of a block. */
function appended(parent: unknown, { path, value, text }: Setting): Splice | undefined {
  const first =
    isCollection(parent) && !parent.flow ? (isMap(parent) ? parent.items[0]?.key : parent.items[0]) : undefined;
  const start = startOf(first);
  const end = endOf(parent);
  if (start === undefined || end === undefined) return undefined;
  const dash = isSeq(parent) ? text.lastIndexOf('-', start - 1) : start;
  const indent = dash - (text.lastIndexOf('\n', dash - 1) + 1);
  const from = lineAfter(text, end);
  const lead = text[from - 1] === '\n' ? '' : '\n';
  const added = printYaml(wrapped(path[0] as string | number, value), indent).slice(1);
  return { from, to: from, text: `${lead}${added}\n` };
}

function startOf(node: unknown): number | undefined {
  return (node as Partial<Node> | undefined)?.range?.[0];
}

/** Where the last scalar or flow collection of a node ends, without the comments after it. */
function endOf(node: unknown): number | undefined {
  if (!isCollection(node) || node.flow) return (node as Partial<Node> | undefined)?.range?.[1];
  const last = node.items.at(-1);
  return isPair(last) ? (endOf(last.value) ?? endOf(last.key)) : endOf(last);
}

function lineAfter(text: string, end: number): number {
  if (text[end - 1] === '\n') return end;
  const found = text.indexOf('\n', end);
  return found < 0 ? text.length : found + 1;
}

/** Deletes the lines of an entry, or those of its parent if it is the only one. */
function removal(document: Document, path: Path, text: string): Splice | undefined {
  const parentPath = path.slice(0, -1);
  const parent = parentPath.length === 0 ? document.contents : document.getIn(parentPath, true);
  if (!isCollection(parent)) return undefined;
  if (parent.items.length === 1 && parentPath.length > 0) return removal(document, parentPath, text);
  const step = path.at(-1);
  const entry = isMap(parent) ? pairOf(parent, step) : parent.items[step as number];
  const start = isPair(entry) ? startOf(entry.key) : startOf(entry);
  const end = isPair(entry) ? (endOf(entry.value) ?? endOf(entry.key)) : endOf(entry);
  if (parent.flow || start === undefined || end === undefined) return undefined;
  return { from: text.lastIndexOf('\n', start - 1) + 1, to: lineAfter(text, end), text: '' };
}

function pairOf(map: YAMLMap, step: unknown): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === step);
}

/** Prints the whole document again. Comments stay, but the layout can change. */
function reprinted(text: string, { document: index, path, value }: YamlEdit): string | undefined {
  const documents = documentsOf(text) ?? [];
  const document = documents[index];
  if (!document) return undefined;
  if (value === undefined) deleteWithEmptyParents(document, path);
  else setDeep(document, path, value);
  const [start, , end] = document.range;
  const mark = text.startsWith('---', start) ? '---\n' : '';
  // The text before the document keeps these comments.
  document.commentBefore = null;
  if (mark === '' && document.contents) Object.assign(document.contents, { commentBefore: null, spaceBefore: false });
  const rest = text.slice(end).replace(/^\n/, '');
  return `${text.slice(0, start)}${mark}${document.toString({ lineWidth: 0, directives: false })}${rest}`;
}

/** A parent without a value, such as `spec:`, becomes a mapping or a list. */
function setDeep(document: Document, path: Path, value: unknown): void {
  const parentPath = path.slice(0, -1);
  const isEmpty = parentPath.length > 0 && document.getIn(parentPath) === null;
  if (isEmpty) setDeep(document, parentPath, wrapped(path.at(-1) as string | number, value));
  else document.setIn(path, document.createNode(value));
}

function deleteWithEmptyParents(document: Document, path: Path): void {
  document.deleteIn(path);
  const parentPath = path.slice(0, -1);
  const parent = document.getIn(parentPath);
  if (parentPath.length > 0 && isCollection(parent) && parent.items.length === 0)
    deleteWithEmptyParents(document, parentPath);
}
