import { textAt } from '../data/tree.ts';
import { type Failure, notAnswered } from './answer.ts';
import type { OnItem, Wanted } from './selection.ts';

/** A page of a list, without the items, which were already processed. */
export interface Page {
  readonly ok: true;
  /** The resource version of the list. A watch can start from it. */
  readonly version: string;
  /** Where the next page begins. Empty on the last page. */
  readonly next: string;
}

/** Reads a page of a list. The items of a failed page are incomplete. */
export type ReadPage = (path: string, onItem: OnItem, wanted?: Wanted) => Promise<Page | Failure>;

/** The part of each object of a list that a program keeps. */
export interface Projection<T> extends Wanted {
  /** `isPartial` if selected fields are missing, because they are too large. */
  readonly project: (object: unknown, isPartial?: boolean) => T;
}

export interface List<T> {
  readonly ok: true;
  readonly items: readonly T[];
  readonly version: string;
}

/** Objects per request. */
const pageSize = 500;

/** Reads a whole list in pages, and keeps a part of each object, or of some objects. All pages have the version of the first one. */
export async function readList<T>(
  { list }: { readonly list: ReadPage },
  path: string,
  part: Projection<T>,
  keep: (object: T) => boolean = () => true,
): Promise<List<T> | Failure> {
  const items: T[] = [];
  const onItem: OnItem = (item, isPartial) => {
    const object = part.project(item, isPartial);
    if (keep(object)) items.push(object);
  };
  let next = '';
  let version = '';
  do {
    const query = `limit=${pageSize}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`;
    const page = await list(`${path}${path.includes('?') ? '&' : '?'}${query}`, onItem, part);
    if (!page.ok) return page;
    ({ next, version } = page);
  } while (next !== '');
  return { ok: true, items, version };
}

/** Rejects anything other than a list: the page of a proxy must not count as an empty list. */
export function pageOf(list: unknown): Page | Failure {
  const version = textAt(list, 'metadata', 'resourceVersion');
  if (!textAt(list, 'kind').endsWith('List') || version === '') return notAnswered('with a list');
  return { ok: true, version, next: textAt(list, 'metadata', 'continue') };
}
