import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { compare } from '../../../data/order.ts';
import { withoutPin } from '../key-material/pin.ts';

/** A reference to a signing key. At most one key of an Org is active; the others only verify. */
export interface SigningKey {
  readonly kid: string;
  readonly uri: string;
  readonly active: boolean;
}

/** More than any rotation needs. Limits the size of the file that lists all Orgs on a TenantPlane. */
const maxKeys = 16;

/** The Org's keys, at most `maxKeys` of them, the active one first [sources: tetrapus-4, tetrapus-5]. */
export function keysOf(resource: Resource<'org'>, world: World, report: Report): readonly SigningKey[] {
  const materials = world.referrers(resource, 'key-material');
  const keys = materials.map((material) => toKey(material, materials.length));
  if (!world.hasInvalidReferrer(resource, 'key-material')) checkKeys(keys, report);
  const sorted = keys.sort((a, b) => Number(b.active) - Number(a.active) || compare(a.kid, b.kid));
  return sorted.slice(0, maxKeys);
}

function checkKeys(keys: readonly SigningKey[], report: Report): void {
  if (keys.length === 0) {
    const message = 'no KeyMaterial refers to this Org, so it has no signing key of its own';
    report('risky-value', ['metadata', 'name'], message, { fix: 'add a KeyMaterial with this Org in org_ref' });
  }
  if (keys.length > maxKeys) {
    const message = `${keys.length} KeyMaterials refer to this Org; the maximum is ${maxKeys}`;
    report('out-of-range', ['metadata', 'name'], message, { fix: 'delete the KeyMaterials of expired keys' });
  }
  const active = keys.filter((key) => key.active).length;
  if (keys.length > 1 && active !== 1) {
    const count = active === 0 ? 'none' : active;
    const verb = active === 0 ? 'is' : 'are';
    const message = `${count} of the Org's ${keys.length} KeyMaterials ${verb} active; exactly one must be`;
    const fix = 'set the annotation tetrapus.io/key-state to active on one and to expired on the others';
    report('conflicting-fields', ['metadata', 'name'], message, { fix });
  }
  if (keys.length === 1 && active === 0) {
    const message = 'the only KeyMaterial of the Org has expired, so nothing can sign its tokens';
    report('risky-value', ['metadata', 'name'], message, {
      fix: 'add a KeyMaterial with the annotation tetrapus.io/key-state: active',
    });
  }
}

function toKey({ body }: Resource<'key-material'>, count: number): SigningKey {
  const state = body.metadata.annotations?.['tetrapus.io/key-state'];
  const active = state === 'active' || (state !== 'expired' && count === 1);
  return { kid: body.spec.kid, uri: withoutPin(body.spec.kms_uri), active };
}
