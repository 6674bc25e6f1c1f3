import { textAt } from '../../data/tree.ts';
import { shortLabelOf } from '../kind/resource.ts';
import { isTenant, outputTenant, platformTenant, tenantLabel, tenantLabelPath } from '../kind/tenant.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Origin } from '../source/source.ts';
import type { Layout } from './authority.ts';
import type { Identified } from './identify.ts';
import { prefixesOf } from './taken-names.ts';
import type { Tenants } from './tenants.ts';

type Recipients = ReadonlyMap<Identified, readonly string[]>;

/**
 * Checks spec.directoryPerTenant: every file must be in the Platform's directory or in the directory of its tenant. These
 * two directories are then enough to render the tenant, unless its output lists resources of other tenants. Authors of a
 * tenant's directory can define resources only for this tenant.
 */
export function directoryProblems(
  tenants: Tenants,
  recipients: Recipients,
  layout: Layout,
): readonly UnlocatedProblem[] {
  return [...tenants].flatMap(([document, tenant]) => {
    const { authority } = document;
    if (authority.sort === 'nowhere') return [outside(document, tenant, layout)];
    if (authority.sort === 'platform') return otherRecipients(document, recipients.get(document) ?? []);
    if (authority.sort !== 'tenant') return [];
    return [...otherLabel(document, tenant), ...sharedInTenant(document, tenant, recipients.get(document) ?? [])];
  });
}

/**
 * Documents of tenant directories that only the Platform's directory can contain, such as one with objects for another
 * tenant. They count as absent for everyone else.
 */
export function misplacedOf({
  tenants,
  recipients,
}: {
  tenants: Tenants;
  recipients: Recipients;
}): ReadonlySet<Identified> {
  const isMisplaced = ([document, tenant]: readonly [Identified, string]) =>
    document.authority.sort === 'tenant' && sharedInTenant(document, tenant, recipients.get(document) ?? []).length > 0;
  return new Set([...tenants].filter(isMisplaced).map(([document]) => document));
}

function outside(document: Identified, tenant: string, layout: Layout): UnlocatedProblem {
  const isOwn = document.kind.tenancy === 'own';
  const hasName = tenant !== '' && isTenant(tenant);
  const directory = hasName ? `${layout.tenants ?? ''}${tenant}/` : 'the directory of its tenant';
  const expected = isOwn ? directory : "the Platform's directory";
  const reason = isOwn ? directoryPerTenant : tenantsShare;
  return misplaced(document, { expected, reason, fix: `move it to ${expected}`, tenants: [tenant] });
}

const directoryPerTenant = 'the Platform requires a directory per tenant';
const tenantsShare = 'tenants share this resource';

/** The directory determines the tenant. A label that names another tenant is an error of the directory's tenant only. */
function otherLabel(document: Identified, tenant: string): readonly UnlocatedProblem[] {
  const label = textAt(document.document.body, ...tenantLabelPath);
  if (label === '' || label === tenant) return [];
  return [
    {
      code: 'mismatch',
      origin: document.document.origin,
      place: atValue(tenantLabelPath),
      message: `the label ${tenantLabel} is ${label}, but the file is in the directory of tenant ${tenant}`,
      fix: 'delete the label, or move the file',
      tenants: [tenant],
    },
  ];
}

/** A shared document can be in the directory of the only tenant that receives its objects. */
function sharedInTenant(
  document: Identified,
  tenant: string,
  recipients: readonly string[],
): readonly UnlocatedProblem[] {
  if (document.kind.tenancy === 'own') return [];
  const owners = recipients.map(outputTenant);
  if (owners.length > 0 && owners.every((owner) => owner === tenant)) return [];
  const place = {
    expected: "the Platform's directory",
    reason: tenantsShare,
    fix: "move it to the Platform's directory",
  };
  return [misplaced(document, { ...place, tenants: [tenant] })];
}

/** A file about one tenant is read only with this tenant, so a render of another tenant would lack the objects of the file. */
function otherRecipients(document: Identified, recipients: readonly string[]): readonly UnlocatedProblem[] {
  const { authority } = document;
  if (authority.sort !== 'platform' || authority.about === undefined) return [];
  const { about } = authority;
  const owners = recipients.map(outputTenant);
  if (owners.every((owner) => owner === about)) return [];
  const expected = "the Platform's directory outside its subdirectory tenants/";
  const reason = 'the platform or another tenant receives objects of this resource';
  return [
    misplaced(document, {
      expected,
      reason,
      fix: 'move it out of this subdirectory',
      tenants: [about, ...owners],
    }),
  ];
}

/**
 * The error for a Platform in a directory whose name a tenant can have. A tenant's directory could then contain a Platform
 * that takes precedence.
 */
export function misplacedPlatform(origin: Origin): UnlocatedProblem {
  const directory = origin.file.slice(0, origin.file.lastIndexOf('/') + 1);
  return {
    code: 'wrong-directory',
    origin,
    place: atValue(['metadata', 'name']),
    message: `with directoryPerTenant, the Platform cannot be in ${directory}, because a tenant could have the name of this directory`,
    fix: 'rename the directory to `platform`, or to a name that starts with _',
    tenants: [platformTenant],
  };
}

/**
 * A warning if the directory `tenants` counts as that of one tenant, but contains only directories, because the Platform lacks
 * spec.tenantsDirectory.
 */
export function nestedDirectories(tenants: Tenants, layout: Layout): readonly UnlocatedProblem[] {
  const directory = `${layout.tenants ?? ''}${usualName}/`;
  const own = [...tenants].flatMap(([document, tenant]) =>
    tenant === usualName && document.authority.sort === 'tenant' ? [document.document.origin] : [],
  );
  const [origin] = own;
  if (!origin || own.some(({ file }) => !file.slice(directory.length).includes('/'))) return [];
  return [
    {
      code: 'risky-value',
      origin,
      place: atValue(['kind']),
      message: `${directory} is the directory of a single tenant, but contains only directories`,
      fix: `if these are the directories of tenants, set spec.tenantsDirectory to ${usualName} in the Platform`,
      tenants: [usualName],
    },
  ];
}

const usualName = 'tenants';

interface Place {
  readonly expected: string;
  readonly reason: string;
  readonly fix: string;
  readonly tenants: readonly string[];
}

function misplaced({ document, kind, name }: Identified, { expected, reason, fix, tenants }: Place): UnlocatedProblem {
  const { file } = document.origin;
  const actual = file.slice(0, file.lastIndexOf('/') + 1) || 'the top directory';
  const label = shortLabelOf(kind.id, { name }).trim();
  return {
    code: 'wrong-directory',
    origin: document.origin,
    place: atValue(['metadata', 'name']),
    message: `${label} must be in ${expected}, not in ${actual}: ${reason}`,
    fix,
    tenants,
  };
}

/**
 * Reports directories whose names overlap: tenant `a` owns every name that starts with `a-`, so tenant `a-b` would own a part
 * of the names of `a`. Only a check of all files reports it, because neither tenant can change the other's name.
 */
export function overlapProblems(tenants: Tenants): readonly UnlocatedProblem[] {
  const first = new Map<string, Identified>();
  for (const [document, tenant] of tenants)
    if (document.authority.sort === 'tenant' && !first.has(tenant)) first.set(tenant, document);
  return [...first].flatMap(([name, document]) => {
    const other = prefixesOf(name).find((prefix) => first.has(prefix));
    if (other === undefined) return [];
    const message = `the name of tenant ${name} belongs to tenant ${other}, which owns all names that start with ${other}-`;
    const { origin } = document.document;
    const fix = 'rename one of the directories';
    return [{ code: 'reserved-tenant', origin, place: atValue(['kind']), message, fix, tenants: ['_names'] }];
  });
}
