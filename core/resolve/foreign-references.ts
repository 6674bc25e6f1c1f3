import { isAboutAnother } from '../kind/authority.ts';
import { labelOf } from '../kind/resource.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Use } from '../settings/use.ts';
import type { Identified } from './identify.ts';
import type { Tenants } from './tenants.ts';

export interface Targets {
  readonly tenants: Tenants;
  /**
   * All accepted documents with a key, because an attacker can define a duplicate. Rejected documents are left out, so that
   * a duplicate of another tenant's resource does not count as the target of that tenant's references.
   */
  readonly byKey: ReadonlyMap<string, readonly Identified[]>;
}

type Deny = (path: Use['path'], message: string, fix: string, choices?: readonly string[]) => UnlocatedProblem;

/** Returns a function that creates errors for a document in a tenant's directory. */
export function denialFor({ document }: Identified, tenant: string): Deny {
  return (path, message, fix, choices) => ({
    code: 'not-granted',
    origin: document.origin,
    place: atValue(path),
    message,
    fix,
    choices,
    tenants: [tenant],
  });
}

/** References to resources of other tenants. Cross-tenant references of valid documents are uses, which `authorize` checks. */
export function foreignReferences(
  document: Identified,
  tenant: string,
  { tenants, byKey }: Targets,
): readonly UnlocatedProblem[] {
  const { targets, valid } = document;
  if (targets.length === 0) return [];
  const isForeign = (target: Identified) =>
    (target.kind.tenancy === 'own' && tenants.get(target) !== tenant) || isAboutAnother(target.authority, tenant);
  const deny = denialFor(document, tenant);
  const own = targets.filter(({ reference }) => !(valid && reference.crossTenant));
  return own.flatMap(({ key, path }) => {
    const target = byKey.get(key)?.find(isForeign);
    if (!target) return [];
    const message = `${labelOf(target.kind.id, target)} belongs to another tenant`;
    return [deny(path, message, 'refer to a resource of the same tenant')];
  });
}
