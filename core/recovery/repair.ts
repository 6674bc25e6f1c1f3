import type { KindId } from '../../build/contracts.ts';
import { validators } from '../../build/validators.js';
import { nearest } from '../../data/nearest.ts';
import type { Path } from '../../data/tree.ts';
import { valueAt } from '../../data/tree.ts';
import { schemaAt } from '../validate/schema-at.ts';
import { isPartOfAnother, toPath } from '../validate/schema-fault.ts';
import { fieldsOf } from '../validate/schema-messages.ts';
import { type Schema, schemaOf } from '../validate/schema-of.ts';
import type { SchemaError } from '../validate/validator.ts';
import { type Choice, placeholder, unlikeAbsence } from './placeholder.ts';

/** A body that the schema accepts, made of a faulty one, and the fields in which it is not the author's. */
export interface Mended {
  readonly body: unknown;
  readonly touched: readonly Path[];
}

/** More faults than these leave too little of a document to say anything of. */
const mostEdits = 50;

/**
 * Puts a legal value, or none, for every field that is at fault. Undefined when that cannot be done. The two choices
 * differ: a field that may be absent is absent in the first, and a misspelt field is the one it was meant for in the
 * second.
 */
export function mend(kind: KindId, faulty: unknown, choice: Choice): Mended | undefined {
  const schema = schemaOf(kind);
  const body: unknown = JSON.parse(JSON.stringify(faulty));
  const touched: Path[] = [];
  for (let edits = 0; edits < mostEdits; edits++) {
    if (validators[kind](body)) return { body, touched };
    const errors = validators[kind].errors ?? [];
    const error = errors.find((one) => !isPartOfAnother(one, errors));
    const edit = error && editFor(error, { body, schema, choice });
    if (!edit) return undefined;
    touched.push(...edit.touched);
    for (const [path, value] of edit.put) put(body, path, value);
  }
  return undefined;
}

interface Work {
  readonly body: unknown;
  readonly schema: Schema;
  readonly choice: Choice;
}

/** Values to put, undefined for none. */
interface Edit {
  readonly put: readonly (readonly [path: Path, value: unknown])[];
  readonly touched: readonly Path[];
}

function editFor({ instancePath, keyword, params }: SchemaError, work: Work): Edit | undefined {
  const path = toPath(instancePath, work.body);
  if (keyword === 'additionalProperties') return moveUnknown([...path, String(params['additionalProperty'])], work);
  if (keyword === 'propertyNames') return edit([...path, String(params['propertyName'])], undefined);
  if (keyword === 'required') return fill([...path, String(params['missingProperty'])], work);
  // A field that is gone had a meaning, and what took it over lies beside it.
  if (keyword === 'not') return { ...edit(path, undefined), touched: [path.slice(0, -1)] };
  return mayBeAbsent(path, work) ? fillOptional(path, work) : fill(path, work);
}

function edit(path: Path, value: unknown): Edit {
  return { put: [[path, value]], touched: [path] };
}

function fill(path: Path, { schema, choice }: Work): Edit | undefined {
  const value = placeholder(schemaAt(schema, path), choice);
  return value === undefined ? undefined : edit(path, value);
}

function fillOptional(path: Path, { schema, choice }: Work): Edit | undefined {
  const value = unlikeAbsence(schemaAt(schema, path));
  if (value === undefined) return undefined;
  return edit(path, choice === 'first' ? undefined : value);
}

function moveUnknown(path: Path, { body, schema, choice }: Work): Edit {
  const parent = path.slice(0, -1);
  const near = nearest(String(path.at(-1)), fieldsOf(schemaAt(schema, parent)));
  if (near === undefined) return edit(path, undefined);
  const meant = [...parent, near];
  const moves = choice === 'second' && valueAt(body, meant) === undefined;
  return {
    put: [[path, undefined], ...(moves ? [[meant, valueAt(body, path)] as const] : [])],
    touched: [path, meant],
  };
}

function mayBeAbsent(path: Path, { schema }: Work): boolean {
  const required = schemaAt(schema, path.slice(0, -1))['required'] as readonly unknown[] | undefined;
  return typeof path.at(-1) === 'string' && !required?.includes(path.at(-1));
}

/** In place: the body is our own copy. */
function put(body: unknown, path: Path, value: unknown): void {
  const container = valueAt(body, path.slice(0, -1)) as Record<string | number, unknown>;
  const step = path.at(-1) as string | number;
  if (value === undefined) delete container[step];
  else container[step] = value;
}
