import { type Path, valueAt } from '../../data/tree.ts';
import { isTenant, platformTenant, reservedNameTenant, tenantLabel, tenantLabelPath } from '../kind/tenant.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import { type Identified, ownerOf } from './identify.ts';
import { hasTenantOfDirectory } from './owner-conflict.ts';
import type { Tenants } from './tenants.ts';

/**
 * Reports invalid tenant names. A tenant with the reserved name would share its directory and labels with the platform. Other
 * invalid names cannot be a directory or a label in the output. Names must be in lower case, so that their directories are
 * distinct on file systems that ignore case.
 */
export function reservedTenantProblems(tenants: Tenants): readonly UnlocatedProblem[] {
  return [...tenants].flatMap(([document, tenant]) => {
    if (tenant === reservedNameTenant) return [reservedTenantProblem(document)];
    return document.valid && isTenant(tenant) && !isTenantName(tenant) ? [nameProblem(document, tenant)] : [];
  });
}

/** Files of leasehold and Argo CD in the output, next to the directories of tenants. */
const outputNames: readonly string[] = ['inventory.json', 'hydrator.metadata'];

/** Whether the name is a valid label value with lowercase letters and without `_`, and differs from the files in the output. */
function isTenantName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/.test(name) && !outputNames.includes(name);
}

function nameProblem(document: Identified, tenant: string): UnlocatedProblem {
  const { origin } = document.document;
  const message = outputNames.includes(tenant)
    ? `${tenant} cannot be a tenant name, because the output contains a file with this name`
    : `${tenant} cannot be a tenant name: use at most 63 lowercase letters, digits, - and ., with a letter or digit at both ends`;
  const fix = renamedPath(document) ?? `set another tenant name with the label ${tenantLabel}`;
  return { code: 'reserved-tenant', origin, place: atValue(tenantPath(document)), message, fix, tenants: [tenant] };
}

/** How to rename the tenant if the path of the file determines it; undefined otherwise. */
function renamedPath(document: Identified): string | undefined {
  if (!hasTenantOfDirectory(document)) return undefined;
  return document.authority.sort === 'tenant'
    ? 'rename the directory'
    : "rename the file or the directory in tenants/ of the Platform's directory";
}

function reservedTenantProblem(document: Identified): UnlocatedProblem {
  const { origin } = document.document;
  const place = atValue(tenantPath(document));
  const message = `${platformTenant} is reserved and cannot be a tenant name`;
  const fix =
    renamedPath(document) ??
    `set another tenant name with the label ${tenantLabel} on the resource that defines the tenant; namespaces keep their names`;
  return { code: 'reserved-tenant', origin, place, message, fix, tenants: [reservedNameTenant] };
}

/**
 * The field that determines the tenant: the label, the reference to the owner, or the name. If the path of the file determines
 * it, the problem is at `kind`.
 */
function tenantPath(document: Identified): Path {
  if (hasTenantOfDirectory(document)) return ['kind'];
  if (typeof valueAt(document.document.body, ...tenantLabelPath) === 'string') return tenantLabelPath;
  return ownerOf(document)?.path ?? ['metadata', 'name'];
}
