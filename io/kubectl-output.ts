import { isMapping, type Tree, textAt, valueAt } from '../data/tree.ts';

/** The object that kubectl printed as JSON. Undefined for anything else, such as the page of a proxy or an error response. */
export function printedObject(text: string): Tree | undefined {
  const value = parsed(text);
  return isMapping(value) && value['kind'] !== 'Status' ? value : undefined;
}

/**
 * The list that kubectl printed as JSON. Undefined for anything else, and for a part of a list: the objects that it lacks would
 * seem not to exist.
 */
export function printedList(text: string): Tree | undefined {
  const list = printedObject(text);
  const items = valueAt(list, 'items');
  const isComplete = Array.isArray(items) && textAt(list, 'metadata', 'continue') === '';
  return isComplete && items.every((item) => textAt(item, 'metadata', 'name') !== '') ? list : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
