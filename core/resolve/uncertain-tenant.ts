import type { Path } from '../../data/tree.ts';
import { isError, type UnlocatedProblem } from '../problem/problem.ts';
import { type Identified, isCurrent, ownerOf } from './identify.ts';
import { hasTenantOfDirectory } from './owner-conflict.ts';

/** In the tenants of a problem, this name means that the document might belong to any tenant. */
export const anyTenant = '';

/**
 * Whether the tenant of a document with an error is only a guess, because the error might concern the labels or the field that
 * names the owner, or because the document lacks this field. In the directory of a tenant, or in a file about a tenant, the
 * tenant is certain.
 */
export function hasUncertainTenant(problem: UnlocatedProblem, document: Identified): boolean {
  const { kind } = document;
  if (hasTenantOfDirectory(document) || kind.tenancy !== 'own' || !isError(problem)) return false;
  const owner = kind.references.find((reference) => reference.owner);
  if (owner && ownerOf(document) === undefined) return true;
  if (!('path' in problem.place)) return false;
  const { path } = problem.place;
  return mayContainLabels(path) || (owner?.path.every((step, depth) => path[depth] === step) ?? false);
}

/** An unknown field at the root can be a misspelling of metadata, or labels with the wrong indentation. */
function mayContainLabels([first, second]: Path): boolean {
  return first === 'metadata'
    ? second !== 'name' && second !== 'annotations'
    : second === undefined && first !== 'spec';
}

/**
 * Whether the tenants that use a shared document with an error are unknown, because the error hides its name, or because an older
 * version names them in other fields.
 */
export function hasUncertainUsers(problem: UnlocatedProblem, document: Identified): boolean {
  if (hasTenantOfDirectory(document) || document.kind.tenancy !== 'shared' || !isError(problem)) return false;
  const isAboutName = 'path' in problem.place && problem.place.path[0] === 'metadata';
  return isAboutName || document.name === '' || !isCurrent(document);
}
