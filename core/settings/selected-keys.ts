import { childrenOf, isMapping, listAt, mappingAt, type Tree, textAt } from '../../data/tree.ts';
import type { Origin } from '../source/source.ts';

/** The labels by which documents of the platform select namespaces. The value is the first document that does. */
export type SelectedKeys = ReadonlyMap<string, string>;

/** Finds selectors anywhere in a document, so that new kinds and fields need no additional rule. */
export function selectedKeys(documents: Iterable<{ readonly body: unknown; readonly origin: Origin }>): SelectedKeys {
  const found = new Map<string, string>();
  for (const { body, origin } of documents) {
    const label = `${textAt(body, 'metadata', 'name')} in ${origin.file}`;
    addKeys(body, { step: '', isEmbedded: false }, (key) => {
      if (!found.has(key)) found.set(key, label);
    });
  }
  return found;
}

interface Place {
  readonly step: string | number;
  /** Whether the value is part of an object that the document contains, such as a manifest of a Template. */
  readonly isEmbedded: boolean;
}

/** In an embedded object, only a namespaceSelector selects namespaces. Others select pods. */
function addKeys(node: unknown, { step, isEmbedded }: Place, add: (key: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const selects = isEmbedded ? step === 'namespaceSelector' : step !== 'podSelector';
  if (selects && isMapping(node)) for (const key of keysOf(node)) add(key);
  for (const [next, child] of childrenOf(node))
    addKeys(child, { step: next, isEmbedded: isEmbedded || isObject(child) }, add);
}

function keysOf(selector: Tree): readonly string[] {
  const expressions = listAt(selector, 'matchExpressions').map((one) => textAt(one, 'key'));
  return [...Object.keys(mappingAt(selector, 'matchLabels')), ...expressions].filter((key) => key !== '');
}

function isObject(node: unknown): boolean {
  return textAt(node, 'apiVersion') !== '' && textAt(node, 'kind') !== '';
}
