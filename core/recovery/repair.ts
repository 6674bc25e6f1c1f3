import type { KindId } from '../../build/contracts.ts';
import { validators } from '../../build/validators.js';
import { nearest } from '../../data/nearest.ts';
import { type Path, valueAt } from '../../data/tree.ts';
import type { SchemaError } from '../schema/validator.ts';
import { placeholderPaths } from '../validate/placeholders.ts';
import { schemaAt } from '../validate/schema-at.ts';
import { fieldsOf } from '../validate/schema-fixes.ts';
import { type Schema, schemaOf } from '../validate/schema-of.ts';
import { partsOfOthers, toPath } from '../validate/schema-problem.ts';
import { type Choice, choicesOf, placeholder, valueUnlikeDefault } from './placeholder.ts';

/** A body that matches the schema, and the fields that differ from the author's. */
export interface Repaired {
  readonly body: unknown;
  readonly changed: readonly Path[];
  /** The number of choices that differ. */
  readonly choices: number;
}

/** A document that needs this many edits is not repaired. */
const maxEdits = 50;

/** A document with more errors than this is not repaired. */
const maxErrors = 500;

/**
 * Replaces the value of every invalid field with a valid one, or removes the field. Undefined if no valid value is known, or if
 * the document exceeds one of the limits above.
 * Choice 0 removes optional and misspelled fields. The other choices set optional fields, and rename a misspelled field to the
 * most similar one if that one is absent.
 */
export function repair(kind: KindId, invalid: unknown, choice: Choice): Repaired | undefined {
  const schema = schemaOf(kind);
  const body: unknown = JSON.parse(JSON.stringify(invalid));
  const changed: Path[] = [];
  const apply = (edit: Edit) => {
    for (const path of edit.changed) changed.push(path);
    for (const [path, value] of edit.put) put(body, path, value);
  };
  for (const path of placeholderPaths(body))
    apply(replaceValue(path, { body, schema, choice }) ?? edit(path, 'sample'));
  for (let edits = 0; edits < maxEdits; edits++) {
    if (validators[kind](body)) return { body, changed, choices: choicesIn(schema, changed) };
    const errors = validators[kind].errors ?? [];
    if (errors.length > maxErrors) return undefined;
    const isPart = partsOfOthers(errors);
    const error = errors.find((one) => !isPart(one));
    const next = error && editFor(error, { body, schema, choice });
    if (!next) return undefined;
    apply(next);
  }
  return undefined;
}

function choicesIn(schema: Schema, changed: readonly Path[]): number {
  return changed.reduce((most, path) => Math.max(most, choicesOf(schemaAt(schema, path))), 2);
}

interface Repair {
  readonly body: unknown;
  readonly schema: Schema;
  readonly choice: Choice;
}

interface Edit {
  /** Values to write; undefined removes the field. */
  readonly put: readonly (readonly [path: Path, value: unknown])[];
  readonly changed: readonly Path[];
}

function editFor({ instancePath, keyword, params }: SchemaError, repair: Repair): Edit | undefined {
  const path = toPath(instancePath, repair.body);
  if (keyword === 'additionalProperties') return moveUnknown([...path, String(params['additionalProperty'])], repair);
  if (keyword === 'propertyNames') return edit([...path, String(params['propertyName'])], undefined);
  if (keyword === 'required') return fill([...path, String(params['missingProperty'])], repair);
  // `not` marks a removed field. Its replacement is a sibling, so errors of siblings do not count either.
  if (keyword === 'not') return { ...edit(path, undefined), changed: [path.slice(0, -1)] };
  return replaceValue(path, repair);
}

function replaceValue(path: Path, repair: Repair): Edit | undefined {
  return isOptional(path, repair) ? fillOptional(path, repair) : fill(path, repair);
}

function edit(path: Path, value: unknown): Edit {
  return { put: [[path, value]], changed: [path] };
}

function fill(path: Path, { schema, choice }: Repair): Edit | undefined {
  const value = placeholder(schemaAt(schema, path), choice);
  return value === undefined ? undefined : edit(path, value);
}

function fillOptional(path: Path, { schema, choice }: Repair): Edit | undefined {
  const value = valueUnlikeDefault(schemaAt(schema, path), Math.max(0, choice - 1));
  if (value === undefined) return undefined;
  return edit(path, choice === 0 ? undefined : value);
}

function moveUnknown(path: Path, { body, schema, choice }: Repair): Edit {
  const parent = path.slice(0, -1);
  const near = nearest(String(path.at(-1)), fieldsOf(schemaAt(schema, parent)));
  if (near === undefined) return edit(path, undefined);
  const meant = [...parent, near];
  const moves = choice > 0 && valueAt(body, ...meant) === undefined;
  return {
    put: [[path, undefined], ...(moves ? [[meant, valueAt(body, ...path)] as const] : [])],
    changed: [path, meant],
  };
}

function isOptional(path: Path, { schema }: Repair): boolean {
  const required = schemaAt(schema, path.slice(0, -1))['required'] as readonly unknown[] | undefined;
  return typeof path.at(-1) === 'string' && !required?.includes(path.at(-1));
}

/** Modifies the body in place, because it is a copy. */
function put(body: unknown, path: Path, value: unknown): void {
  const container = valueAt(body, ...path.slice(0, -1)) as Record<string | number, unknown>;
  const step = path.at(-1) as string | number;
  if (value === undefined) delete container[step];
  else container[step] = value;
}
