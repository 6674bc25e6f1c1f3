import type { KindId } from '../../build/contracts.ts';
import { childrenOf, listAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { SchemaError } from '../schema/validator.ts';
import { schemaBelow } from './schema-at.ts';
import { schemaOf } from './schema-of.ts';
import { nameOf, toPath } from './schema-problem.ts';

/**
 * Whether a value is a placeholder of `leasehold new`, such as `<replace ada@corp.io>`. No name, address or pattern of
 * Kubernetes has this form.
 */
function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('<replace ') && /^<replace [^<>\n]+>$/.test(value);
}

/** The values that the author has not replaced yet. */
export function placeholderProblems(kind: KindId, body: unknown): readonly Omit<UnlocatedProblem, 'origin'>[] {
  if (!hasPlaceholder(body)) return [];
  return placeholdersIn(body, topOf(schemaOf(kind))).map(({ path, removable }) => ({
    code: 'placeholder',
    place: atValue(path),
    message: `${nameOf(path)} is a placeholder`,
    fix: `write your own value instead of <replace ...>${removable ? orDelete(removable) : ''}`,
  }));
}

/** A rule of the kind can require a field that is optional in the schema. */
function orDelete(path: Path): string {
  return `, or delete the ${typeof path.at(-1) === 'number' ? 'item' : 'field'} ${nameOf(path)} if you do not need it`;
}

/** The paths of all placeholders. Almost no document has one, and building paths is expensive. */
export function placeholderPaths(body: unknown): readonly Path[] {
  return hasPlaceholder(body) ? placeholdersIn(body, topOf({})).map(({ path }) => path) : [];
}

/** The errors about values that are not placeholders. */
export function withoutPlaceholders(errors: readonly SchemaError[], body: unknown): readonly SchemaError[] {
  return errors.filter(({ instancePath }) => !isPlaceholder(valueAt(body, ...toPath(instancePath, body))));
}

function hasPlaceholder(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(hasPlaceholder) : isPlaceholder(value);
}

interface Place {
  readonly path: Path;
  /** The schema of the value at the path. */
  readonly schema: Tree;
  readonly top: Tree;
  /**
   * What the author can delete instead: the value, or the outermost value that contains nothing else. Undefined for required
   * values, and for metadata, because rules of kinds require namespaces and labels.
   */
  readonly removable: Path | undefined;
}

function topOf(schema: Tree): Place {
  return { path: [], schema, top: schema, removable: undefined };
}

function placeholdersIn(value: unknown, place: Place): readonly Place[] {
  if (typeof value !== 'object') return isPlaceholder(value) ? [place] : [];
  const children = childrenOf(value);
  return children.flatMap(([step, child]) => placeholdersIn(child, placeBelow(place, step, children.length)));
}

function placeBelow({ path: above, schema, top, removable }: Place, step: Path[number], siblings: number): Place {
  const path = [...above, step];
  const own = path[0] === 'metadata' || isRequired(schema, step, siblings) ? undefined : path;
  return { path, schema: schemaBelow(schema, step, top), top, removable: siblings === 1 ? removable : own };
}

function isRequired(schema: Tree, step: Path[number], siblings: number): boolean {
  return typeof step === 'number'
    ? siblings <= Number(schema['minItems'] ?? 0)
    : listAt(schema, 'required').includes(step);
}
