import type { Manifest } from '../print/manifest.ts';
import type { CheckedRender } from './checked.ts';
import type { TenantObjects } from './tenant-objects.ts';

/** The objects of two versions that a comparison reads: those of tenants with differences, and of others in their namespaces. */
export interface ComparedObjects {
  /** The tenants that can have differences. */
  readonly tenants: ReadonlySet<string>;
  readonly before: readonly Manifest[];
  readonly after: readonly Manifest[];
}

/** Undefined if all objects can differ. */
export function comparedObjects(
  earlier: TenantObjects,
  later: TenantObjects,
  { rechecked }: CheckedRender,
): ComparedObjects | undefined {
  if (!rechecked) return undefined;
  const namespaces = namespacesOf(changedObjects(earlier.of(rechecked.tenants), later.of(rechecked.tenants)));
  const all = new Set([...rechecked.tenants, ...namespaces.flatMap(rechecked.tenantsIn)]);
  return { tenants: rechecked.tenants, before: earlier.of(all), after: later.of(all) };
}

function changedObjects(before: readonly Manifest[], after: readonly Manifest[]): readonly Manifest[] {
  const [old, now] = [new Set(before), new Set(after)];
  return [...before.filter((one) => !now.has(one)), ...after.filter((one) => !old.has(one))];
}

/** The namespaces of objects, and the names of Namespaces. */
function namespacesOf(objects: readonly Manifest[]): readonly string[] {
  const names = new Set(objects.map(({ id }) => (id.kind === 'Namespace' ? id.name : id.namespace)));
  return [...names].filter((name) => name !== '');
}
