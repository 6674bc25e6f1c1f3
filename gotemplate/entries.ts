import { type Run, setVariable } from './run.ts';
import type { Pipe } from './syntax/ast.ts';
import type { Budget } from './values/budget.ts';
import { TemplateError } from './values/error.ts';
import { bare, mark, type Operand } from './values/marked.ts';
import {
  type Dict,
  describeType,
  isDict,
  isList,
  type List,
  type Present,
  requirePresent,
  sortedEntries,
} from './values/value.ts';

/**
 * Marks an entry of a range in which a marked value has selected something, because it can also select later entries.
 */
export function chosenEntry({ marks }: Run, [key, item]: Entry): Entry {
  return [marks.assigned(key), marks.assigned(item)];
}

export type Entry = readonly [key: Operand, item: Operand];

/** The entries that `range` visits. Entries of a marked value are marked, except the indexes of a list or number. */
export function entriesOf({ marks, budget }: Run, operand: Operand): readonly Entry[] {
  const value = requirePresent(bare(operand));
  const entries = presentEntries(value, budget);
  const names = marks.namesOf(operand);
  if (!names) return entries;
  return entries.map(([key, item]) => [isDict(value) ? mark(key, names) : key, mark(item, names)]);
}

/**
 * The unmarked entries of `range`: the items of a list, the entries of a dict sorted by key, or the integers from 0 to below a
 * number.
 */
function presentEntries(subject: Present, budget: Budget): readonly (readonly [key: Present, item: Present])[] {
  if (isList(subject) || isDict(subject)) budget.spend(lengthOf(subject) >> 3);
  if (isList(subject)) return subject.map((item, index) => [BigInt(index), item]);
  if (isDict(subject)) return sortedEntries(subject);
  if (subject === null) return [];
  if (typeof subject !== 'bigint')
    throw new TemplateError(`range needs a list, a dict or an integer, not ${describeType(subject)}`);
  const count = Math.max(0, Number(subject));
  budget.items(count);
  return Array.from({ length: count }, (_, index) => [BigInt(index), BigInt(index)]);
}

function lengthOf(entries: List | Dict): number {
  return isDict(entries) ? entries.size : entries.length;
}

/** Sets a single variable to the item, or two variables to the key and the item. */
export function bind(run: Run, { variables, declares }: Pipe, [key, item]: Entry): void {
  const values = variables.length === 2 ? [key, item] : [item];
  for (const [index, name] of variables.entries())
    setVariable(run, name, { value: values[index] as Operand, declares });
}
