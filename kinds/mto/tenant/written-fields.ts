import { formatPath } from '../../../core/problem/problem.ts';
import { writtenPath } from '../../../core/source/source.ts';
import type { TenantResource } from './members.ts';

const metadata = ['spec', 'namespaces', 'metadata'];

/** Whether the API version of the file has groups of members. Tenants of v1alpha1 list only users. */
export function canListGroups({ origin }: TenantResource): boolean {
  return writtenPath(origin, ['spec', 'accessControl', 'owners', 'users']).at(-1) === 'users';
}

/** Where the author of a Tenant sets labels of all its namespaces. Tenants of v1alpha1 have no such field. */
export function placeOfLabels(tenant: TenantResource): string {
  return canListGroups(tenant)
    ? formatPath([...writtenPath(tenant.origin, [...metadata, 'common']), 'labels'])
    : 'metadata.labels in their own files';
}

/** Where the author of a Tenant sets annotations of some of its namespaces. */
export function placeOfAnnotations(tenant: TenantResource): string {
  if (!canListGroups(tenant)) return 'the files of the namespaces';
  const [common, specific] = ['common', 'specific'].map((part) => writtenPath(tenant.origin, [...metadata, part]));
  const isMoved = common?.length === 2;
  return isMoved ? `${formatPath(common)} or ${formatPath(specific ?? [])}` : formatPath(metadata);
}
