import { isMapping, type Path, valueAt } from '../../data/tree.ts';
import { atValue, type Place } from '../problem/problem.ts';
import type { SchemaError, Validator } from '../schema/validator.ts';
import { toPath } from './schema-problem.ts';

interface Unquoted {
  readonly place: Place;
  readonly message: string;
}

export interface Quoted {
  readonly body: unknown;
  readonly found: readonly Unquoted[];
}

const textMaps: ReadonlySet<unknown> = new Set([
  'annotations',
  'labels',
  'matchLabels',
  'namespaceAnnotations',
  'namespaceLabels',
]);

/**
 * Replaces `true` and `false` in labels and annotations with strings. Guides often omit the quotes, and the intended text is
 * unambiguous.
 */
export function withQuotes(body: unknown, validator: Validator): Quoted {
  if (validator(body)) return { body, found: [] };
  const paths = (validator.errors ?? []).map((error) => pathOfText(error, body)).filter((path) => path.length > 0);
  const places = new Set(paths.map((path) => JSON.stringify(path)));
  const found = paths.map((path) => unquoted(path, valueAt(body, ...path)));
  return { body: places.size === 0 ? body : quoted(body, [], places), found };
}

/** The path of a boolean in labels or annotations. Empty for any other error. */
function pathOfText({ keyword, instancePath, params }: SchemaError, body: unknown): Path {
  const path = toPath(instancePath, body);
  const isText = keyword === 'type' && params['type'] === 'string' && textMaps.has(path.at(-2));
  return isText && typeof valueAt(body, ...path) === 'boolean' ? path : [];
}

function unquoted(path: Path, value: unknown): Unquoted {
  const message = `${String(path.at(-1))} is ${String(value)} without quotes; leasehold reads it as a string, but Kubernetes rejects it`;
  return { place: atValue(path), message };
}

/** One walk over the tree, because a document can have thousands of such values. */
function quoted(node: unknown, path: Path, places: ReadonlySet<string>): unknown {
  if (typeof node === 'boolean') return places.has(JSON.stringify(path)) ? String(node) : node;
  if (Array.isArray(node)) return node.map((item: unknown, index) => quoted(item, [...path, index], places));
  if (!isMapping(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, quoted(value, [...path, key], places)]));
}
