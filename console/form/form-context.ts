import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormField } from '../../analysis/fields/form-field.ts';
import type { Problem } from '../../core/problem/problem.ts';
import type { FieldEdit } from '../model/form.ts';

/** The data that all fields of a form share. */
export interface FormContext {
  /** A prefix of the ids of inputs. */
  readonly id: string;
  readonly isReadOnly: boolean;
  readonly change: (edits: readonly Omit<FieldEdit, 'document'>[]) => void;
  readonly problemsOf: (key: string) => readonly Problem[];
  readonly show: (field: FormField) => ComponentChildren;
  readonly showAll: (fields: readonly FormField[]) => ComponentChildren;
  /** A link to the line of a field; undefined for a field that the text does not contain. */
  readonly lineLink: (field: FormField) => string | undefined;
}

const context = createContext<FormContext | undefined>(undefined);

export const FormProvider = context.Provider;

export function useForm(): FormContext {
  const form = useContext(context);
  if (!form) throw new Error('a field is outside of a form');
  return form;
}

/** Assigns each problem to the field at its path, or to the nearest field above it. */
export function problemsByField(
  fields: readonly FormField[],
  problems: readonly Problem[],
): ReadonlyMap<string, readonly Problem[]> {
  const keys = new Set(keysOf(fields));
  const found = new Map<string, readonly Problem[]>();
  for (const problem of problems) {
    const key = nearest(problem.at.path, keys);
    found.set(key, [...(found.get(key) ?? []), problem]);
  }
  return found;
}

function keysOf(fields: readonly FormField[]): readonly string[] {
  return fields.flatMap((field) => [field.key, ...keysOf(childrenOf(field))]);
}

/** The fields that a field contains. */
export function childrenOf(field: FormField): readonly FormField[] {
  if (field.input === 'group') return field.fields;
  if (field.input === 'list') return field.items;
  return field.input === 'map' ? field.entries : [];
}

/** The key of the field at the path, or of the nearest field above it. Empty if there is none. */
function nearest(path: string, keys: ReadonlySet<string>): string {
  for (let key = path; key !== ''; key = key.replace(/(?:\.[^.[\]]+|\[[^\]]*\]|^[^.[\]]+)$/, '')) {
    if (keys.has(key)) return key;
    if (key.replace(/(?:\.[^.[\]]+|\[[^\]]*\]|^[^.[\]]+)$/, '') === key) return '';
  }
  return '';
}
