import type { Path } from '../../data/tree.ts';

/** A field of a form: its description in the schema, and its value in the text. */
export type FormField = FieldFacts & FieldInput;

export interface FieldFacts {
  readonly path: Path;
  /** The path in the format of problems: `spec.members[0]`. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Whether the text contains the field. */
  readonly isSet: boolean;
  /** The line of the field; 0 if the text does not contain it. */
  readonly line: number;
  /** The value that applies if the field is absent; empty if there is none, or if it is a mapping or a list. */
  readonly standard: string;
}

export type FieldInput =
  | { readonly input: 'text'; readonly value: string; readonly example: string; readonly names: readonly string[] }
  | { readonly input: 'number'; readonly value: string }
  | { readonly input: 'boolean'; readonly value: string }
  | { readonly input: 'choice'; readonly value: string; readonly choices: readonly string[] }
  | { readonly input: 'group'; readonly fields: readonly FormField[] }
  /** `blank` is the content of a new item. */
  | { readonly input: 'list'; readonly items: readonly FormField[]; readonly blank: unknown }
  | { readonly input: 'map'; readonly entries: readonly FormField[] }
  /** A value that only the text can show. */
  | { readonly input: 'text-only' };

/** A document of a file as a form. */
export interface FormDocument {
  readonly index: number;
  /** The line on which the document starts. */
  readonly line: number;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly FormField[];
}
