import { type NodePositions, recordPosition } from './node-positions.ts';
import { readKey } from './plain-key.ts';
import { resolvePlain } from './plain-scalar.ts';
import { readQuoted, type Token } from './plain-token.ts';
import { setField } from './set-field.ts';

/** The maximum nesting depth of flow mappings and lists. The limit for indentation in depth.ts depends on it. */
export const maxFlowDepth = 4;

/** How many more values can be read. Negative after an attempt to read more. */
export interface Budget {
  left: number;
}

/** A string with flow collections, and where to record the positions of their entries. */
interface FlowText {
  readonly text: string;
  readonly budget: Budget;
  readonly positions: NodePositions | undefined;
}

interface Place {
  readonly at: number;
  readonly depth: number;
}

/**
 * Reads a flow mapping or list on one line, such as `[a, b]` or `{a: 1, "b": [x]}`. Returns undefined for anything that YAML
 * 1.1, YAML 1.2 and go-yaml could read differently, and for what people seldom write: trailing commas, keys without values,
 * comments inside, and unquoted scalars with spaces, colons or other indicators.
 */
export function readFlow(text: string, at: number, budget: Budget, positions?: NodePositions): Token | undefined {
  return readCollection({ text, positions, budget }, { at, depth: 1 });
}

function readCollection(flow: FlowText, { at, depth }: Place): Token | undefined {
  const isList = flow.text[at] === '[';
  const end = isList ? ']' : '}';
  const value = isList ? [] : {};
  let next = skipSpaces(flow.text, at + 1);
  if (flow.text[next] === end) return { value, next: next + 1 };
  for (;;) {
    if (--flow.budget.left < 0) return undefined;
    const place = { at: next, depth };
    const after = Array.isArray(value) ? readItem(flow, value, place) : readEntry(flow, value, place);
    if (after === undefined) return undefined;
    next = skipSpaces(flow.text, after);
    if (flow.text[next] === end) return { value, next: next + 1 };
    if (flow.text[next] !== ',') return undefined;
    next = skipSpaces(flow.text, next + 1);
  }
}

/** Adds an item to a list. Returns the offset after it. */
function readItem(flow: FlowText, list: unknown[], { at, depth }: Place): number | undefined {
  const token = readValue(flow, { at, depth });
  if (!token) return undefined;
  const step = list.push(token.value) - 1;
  if (flow.positions) recordPosition(flow.positions, { container: list, step }, { key: at, value: at });
  return token.next;
}

/** Adds an entry to a mapping. Returns the offset after it. */
function readEntry(flow: FlowText, mapping: Record<string, unknown>, { at, depth }: Place): number | undefined {
  const found = readKey(flow.text, at);
  if (!found || Object.hasOwn(mapping, found.key)) return undefined;
  const valueAt = skipSpaces(flow.text, found.next);
  const token = readValue(flow, { at: valueAt, depth });
  if (!token) return undefined;
  setField(mapping, found.key, token.value);
  const { key: step } = found;
  if (flow.positions) recordPosition(flow.positions, { container: mapping, step }, { key: at, value: valueAt });
  return token.next;
}

function readValue(flow: FlowText, { at, depth }: Place): Token | undefined {
  const char = flow.text[at];
  if (char === '"' || char === "'") return readQuoted(flow.text, at);
  if (char !== '[' && char !== '{') return readScalar(flow.text, at);
  return depth < maxFlowDepth ? readCollection(flow, { at, depth: depth + 1 }) : undefined;
}

/** Characters that do not end an unquoted scalar in flow style, for any reader. */
const scalar = /[\w./@+=*\u00a1-\ud7ff-]+/y;

function readScalar(text: string, at: number): Token | undefined {
  scalar.lastIndex = at;
  const source = scalar.exec(text)?.[0];
  const value = source === undefined ? undefined : resolvePlain(source);
  return value === undefined ? undefined : { value, next: scalar.lastIndex };
}

function skipSpaces(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) === 32) next++;
  return next;
}
