import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Tier } from '../../../core/settings/tiers.ts';
import { listed } from '../../../data/listed.ts';

/** The Org's own pod, or the name and namespace of the shared plane. */
export type Placement = 'own' | { readonly plane: string; readonly namespace: string };

/** Where the Org runs, and whether it is allowed to run there [sources: tetrapus-3]. */
export function placementOf(resource: Resource<'org'>, tier: Tier, world: World, report: Report): Placement {
  const plane = world.target(resource, 'tenant-plane');
  if (!plane) return 'own';
  if (tier.shared) warnAboutIgnoredFields(resource, plane, report);
  else rejectTier(resource, world, report);
  checkRegion(resource, plane, report);
  return { plane: plane.name, namespace: plane.namespace };
}

function rejectTier({ body }: Resource<'org'>, world: World, report: Report): void {
  const choices = [...world.settings.tetrapus.tiers].filter(([, { shared }]) => shared).map(([name]) => name);
  const sharing =
    choices.length === 0 ? 'no tier' : `only the ${choices.length === 1 ? 'tier' : 'tiers'} ${listed(choices)}`;
  const message = `an Org of tier ${body.spec.plan_tier} has its own pod: ${sharing} can share a plane`;
  report('mismatch', ['spec', 'tenant_plane_ref'], message, { fix: 'remove tenant_plane_ref', choices });
}

function checkRegion({ body }: Resource<'org'>, plane: Resource<'tenant-plane'>, report: Report): void {
  const own = body.spec.region_code;
  const other = plane.body.spec.region_code;
  if (own === other) return;
  report(
    'mismatch',
    ['spec', 'tenant_plane_ref'],
    `the Org is in ${own}, but TenantPlane ${plane.name} is in ${other}`,
    { fix: `choose a plane in ${own}` },
  );
}

function warnAboutIgnoredFields({ body }: Resource<'org'>, plane: Resource<'tenant-plane'>, report: Report): void {
  const { spec } = body;
  const ignored: (keyof typeof spec)[] = ['data_plane_resources', 'external_db_url', 'external_db_secret_ref'];
  if (spec.data_plane_image !== plane.body.spec.data_plane_image) ignored.push('data_plane_image');
  for (const field of ignored) {
    // The schema requires data_plane_image.
    const fix =
      field === 'data_plane_image'
        ? `the field is required: set it to the image of the plane, ${plane.body.spec[field]}`
        : 'remove the field';
    if (spec[field])
      report('ignored-field', ['spec', field], `${field} has no effect: the Org runs on TenantPlane ${plane.name}`, {
        fix,
      });
  }
}
