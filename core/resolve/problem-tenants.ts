import { addToGroup } from '../../data/group-by.ts';
import type { UnlocatedProblem } from '../problem/problem.ts';
import type { Origin } from '../source/source.ts';
import { type Layout, tenantAt } from './authority.ts';
import type { Identified } from './identify.ts';
import type { Tenants } from './tenants.ts';
import { anyTenant, hasUncertainTenant, hasUncertainUsers } from './uncertain-tenant.ts';

/**
 * Adds the document's tenants to problems of earlier stages, which have no information about tenants. A file that cannot be
 * parsed affects the tenant that its path determines, if any. An error that hides the tenant might affect any tenant.
 */
export function withTenants(
  problems: readonly UnlocatedProblem[],
  tenants: Tenants,
  layout: Layout,
): readonly UnlocatedProblem[] {
  if (problems.every((problem) => problem.tenants)) return problems;
  const byOrigin = new Map<string, Identified[]>();
  for (const document of tenants.keys()) addToGroup(byOrigin, placeOf(document.document.origin), document);
  const tenantsAt = (problem: UnlocatedProblem) => {
    const documents = byOrigin.get(placeOf(problem.origin));
    if (!documents) return directoryTenant(problem.origin.file, layout);
    if (documents.some((document) => hasUncertainUsers(problem, document))) return undefined;
    const isUncertain = documents.some((document) => hasUncertainTenant(problem, document));
    return [...documents.map((document) => tenants.get(document) as string), ...(isUncertain ? [anyTenant] : [])];
  };
  return problems.map((problem) => (problem.tenants ? problem : { ...problem, tenants: tenantsAt(problem) }));
}

function directoryTenant(file: string, layout: Layout): readonly string[] | undefined {
  const tenant = tenantAt(layout, file);
  if (tenant !== undefined) return [tenant];
  const authority = layout.authorityOf(file);
  return authority.sort === 'platform' && authority.about !== undefined ? [authority.about] : undefined;
}

/** Identifies the document of an origin. */
export function placeOf({ file, document, base }: Origin): string {
  return `${file}#${document}#${base.join('.')}`;
}
