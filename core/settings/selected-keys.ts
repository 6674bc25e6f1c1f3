import { childrenOf, isMapping, listAt, mappingAt, type Tree, textAt } from '../../data/tree.ts';
import type { Origin } from '../source/source.ts';
import { isAboutNamespace, keysInExpression, keysInText, quotedKeys } from './selectors-in-text.ts';

/** The labels by which documents of the platform select namespaces. The value is the first document that does. */
export type SelectedKeys = ReadonlyMap<string, string>;

/** Finds selectors anywhere in a document, so that new kinds and fields need no additional rule. */
export function selectedKeys(documents: Iterable<{ readonly body: unknown; readonly origin: Origin }>): SelectedKeys {
  const found = new Map<string, string>();
  for (const { body, origin } of documents) {
    const label = `${textAt(body, 'kind')} ${textAt(body, 'metadata', 'name')} in ${origin.file}`;
    const add = (key: string) => {
      if (!found.has(key)) found.set(key, label);
    };
    addKeys(body, { field: '', parent: '', isEmbedded: false }, add);
    const texts = textsIn(body);
    if (texts.some(isAboutNamespace)) for (const text of texts) for (const key of quotedKeys(text)) add(key);
  }
  return found;
}

function textsIn(node: unknown): readonly string[] {
  if (typeof node === 'string') return [node];
  return childrenOf(node).flatMap(([, child]) => textsIn(child));
}

interface Place {
  /** The field that contains the value, directly or in a list. */
  readonly field: string;
  /** The field that contains this field. */
  readonly parent: string;
  /** Whether the value is part of an object that the document contains, such as a manifest of a Template. */
  readonly isEmbedded: boolean;
}

function addKeys(node: unknown, place: Place, add: (key: string) => void): void {
  const { field, isEmbedded } = place;
  if (typeof node === 'string') for (const key of keysOfText(node, field)) add(key);
  if (typeof node !== 'object' || node === null) return;
  if (isMapping(node))
    for (const key of keysOf(node)) {
      const ofNamespace = ciliumKey.exec(key)?.[1];
      if (ofNamespace !== undefined) add(ofNamespace);
      else if (selectsNamespaces(place)) add(key);
    }
  for (const [next, child] of childrenOf(node)) {
    const inner = typeof next === 'number' ? place : { field: next, parent: field };
    addKeys(child, { ...inner, isEmbedded: isEmbedded || isObject(child) }, add);
  }
}

/**
 * In an embedded object, a selector selects namespaces only if its field or the field around it names them, as in
 * `namespaceSelector`, or `namespaces.selector` of a Gateway. Others select pods.
 */
function selectsNamespaces({ field, parent, isEmbedded }: Place): boolean {
  if (field === 'podSelector') return false;
  return !isEmbedded || isAboutNamespaces(field) || isAboutNamespaces(parent);
}

function isAboutNamespaces(field: string): boolean {
  return /namespace/i.test(field);
}

/** The form in which selectors of Cilium for pods contain a label of the namespace. */
const ciliumKey = /^(?:(?:any|k8s)[:.])?io\.cilium\.k8s\.namespace\.labels\.(.+)$/;

/**
 * A text is a selector of Calico, or contains YAML, such as a gotemplate or the values of a chart. The costs of a namespace
 * belong to the tenant in its label `tenantLabel`.
 */
function keysOfText(text: string, field: string): readonly string[] {
  if (field === 'tenantLabel') return [text];
  return /namespace\w*selector/i.test(field) ? keysInExpression(text) : keysInText(text);
}

function keysOf(selector: Tree): readonly string[] {
  const expressions = listAt(selector, 'matchExpressions').map((one) => textAt(one, 'key'));
  return [...Object.keys(mappingAt(selector, 'matchLabels')), ...expressions].filter((key) => key !== '');
}

function isObject(node: unknown): boolean {
  return textAt(node, 'apiVersion') !== '' && textAt(node, 'kind') !== '';
}
