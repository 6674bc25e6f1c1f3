import type { NodePositions } from './node-positions.ts';
import { PlainReader } from './plain-reader.ts';

/**
 * Parses the subset of YAML that tools write and most people type: block mappings and lists, one-line scalars and flow
 * collections, literal blocks, comments and multiple documents. It is more than ten times as fast as the full parser. It never
 * guesses: it returns undefined for text that uses anything else, and the caller falls back to the full parser. A property test
 * compares its results with those of the full parser. Fills `positions` if given.
 */
export function readPlain(text: string, positions?: NodePositions): readonly unknown[] | undefined {
  const documents = readPlainWithin(text, Number.POSITIVE_INFINITY, positions);
  return documents === 'values' ? undefined : documents;
}

/** Like readPlain, but returns `values` as soon as the text has more than a number of values, before they need much memory. */
export function readPlainWithin(text: string, maxValues: number, positions?: NodePositions): PlainResult {
  if (uncommonCharacter.test(text) && unsupportedCharacter.test(text)) return undefined;
  const budget = { left: maxValues };
  const reader = new PlainReader(text, positions, budget);
  const documents = reader.readDocuments();
  if (budget.left < 0) return 'values';
  return reader.failed ? undefined : documents;
}

type PlainResult = readonly unknown[] | 'values' | undefined;

/** Finds most texts without unsupported characters four times as fast. */
const uncommonCharacter = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff]/;
/** Tabs, carriage returns, control characters, line separators, byte order marks, and halves of surrogate pairs. */
const unsupportedCharacter = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
