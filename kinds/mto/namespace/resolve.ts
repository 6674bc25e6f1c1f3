import type { Resource } from '../../../core/kind/resource.ts';
import { tenantLabel } from '../../../core/kind/tenant.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { isDnsLabel } from '../../../kubernetes/names.ts';
import type { Labels } from '../../../templates/views.ts';
import { mtoTenantLabel, wrongTenantLabel } from '../integration/keys.ts';
import { warnAboutCommonKeys, warnAboutWrongLabel } from '../integration/labels.ts';
import { checkPrivileged } from '../tenant/check-namespaces.ts';
import { checkAnnotations } from '../tenant/check-shares.ts';
import { labeledIndex } from '../tenant/namespaces.ts';
import { quotaOf } from '../tenant/quota-of.ts';
import { type ResolvedNamespace, resolveNamespaces } from '../tenant/resolve-namespaces.ts';

/**
 * A namespace that belongs to a Tenant by label gets the same objects as a listed one, and keeps its metadata [sources: mto-3].
 */
export function resolve(
  resource: Resource<'mto-namespace'>,
  world: World,
  report: Report,
): ResolvedNamespace | undefined {
  const { labels = {}, annotations = {} } = resource.body.metadata;
  const remedy = labels[mtoTenantLabel] ? 'remove it' : `use ${mtoTenantLabel}`;
  warnAboutWrongLabel(labels, remedy, { path: ['metadata'], report });
  const { [tenantLabel]: _, ...ownLabels } = labels;
  const enforces = world.settings.enforcement !== undefined;
  warnAboutCommonKeys({ labels: ownLabels, annotations }, { path: ['metadata'], enforces, report });
  checkName(resource, world, report);
  checkTenantLabel(resource.name, labels, report);
  const tenant = world.target(resource, 'mto-tenant');
  if (!tenant) return undefined;
  const quota = quotaOf(tenant, world);
  if (!quota) return undefined;
  const hard = quota.spec.resourcequota?.hard ?? {};
  checkAnnotations(annotations, { hard, path: ['metadata', 'annotations'], report });
  const own = world.derived(labeledIndex)(tenant).get(resource.name);
  return resolveNamespaces(tenant, world, own ? [own] : [])[0];
}

function checkTenantLabel(name: string, labels: Labels, report: Report): void {
  const found = labels[mtoTenantLabel];
  if (found) return;
  const why = found === undefined ? `it has no label ${mtoTenantLabel}` : `its label ${mtoTenantLabel} is empty`;
  const given = labels[wrongTenantLabel];
  const fix = given ? `set ${mtoTenantLabel} to ${given}` : 'set the label to the name of the Tenant';
  const message = `namespace ${name} belongs to no tenant: ${why}`;
  report('missing-field', ['metadata', 'labels', mtoTenantLabel], message, { fix });
}

function checkName({ name }: Resource, world: World, report: Report): void {
  const path = ['metadata', 'name'];
  checkPrivileged(name, world, { path, report });
  if (isDnsLabel(name)) return;
  report(
    'bad-format',
    path,
    `${name} is not a valid namespace name: use at most 63 lowercase letters, digits and -, and start and end with a letter or digit`,
  );
}
