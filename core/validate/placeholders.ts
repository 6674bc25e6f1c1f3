import { childrenOf, type Path, valueAt } from '../../data/tree.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { SchemaError } from '../schema/validator.ts';
import { nameOf, toPath } from './schema-problem.ts';

/**
 * Whether a value is a placeholder of `leasehold new`, such as `<replace ada@corp.io>`. No name, address or pattern of
 * Kubernetes has this form.
 */
function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('<replace ') && /^<replace [^<>\n]+>$/.test(value);
}

/** The values that the author has not replaced yet. */
export function placeholderProblems(body: unknown): readonly Omit<UnlocatedProblem, 'origin'>[] {
  return placeholderPaths(body).map((path) => ({
    code: 'placeholder',
    place: atValue(path),
    message: `${nameOf(path)} is a placeholder`,
    fix: 'write your own value instead of <replace ...>, or delete the field',
  }));
}

/** The paths of all placeholders. Almost no document has one, and building paths is expensive. */
export function placeholderPaths(body: unknown): readonly Path[] {
  return hasPlaceholder(body) ? placeholdersIn(body, []) : [];
}

/** The errors about values that are not placeholders. */
export function withoutPlaceholders(errors: readonly SchemaError[], body: unknown): readonly SchemaError[] {
  return errors.filter(({ instancePath }) => !isPlaceholder(valueAt(body, ...toPath(instancePath, body))));
}

function hasPlaceholder(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(hasPlaceholder) : isPlaceholder(value);
}

function placeholdersIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== 'object') return isPlaceholder(value) ? [path] : [];
  return childrenOf(value).flatMap(([step, child]) => placeholdersIn(child, [...path, step]));
}
