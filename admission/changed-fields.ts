import { isSame, listAt, type Path, valueAt } from '../data/tree.ts';
import type { UpdateRequest } from './request.ts';

/** Whether an update changes the value at a path. */
export function differs({ object, oldObject }: UpdateRequest, ...path: Path): boolean {
  return !isSame(valueAt(object, ...path), valueAt(oldObject, ...path));
}

/** The items that an update adds or changes in the list at a path. */
export function addedItems({ object, oldObject }: UpdateRequest, ...path: Path): readonly unknown[] {
  const old = listAt(oldObject, ...path);
  return listAt(object, ...path).filter((item) => !old.some((one) => isSame(one, item)));
}
