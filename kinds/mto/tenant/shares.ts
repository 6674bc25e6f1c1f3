import type { World } from '../../../core/kind/world.ts';
import { milli } from '../../../kubernetes/quantity.ts';
import type { Labels } from '../../../templates/views.ts';
import { type Quantity, type Sharer, type Split, split } from '../quota/split.ts';
import type { TenantResource } from './members.ts';
import { namespaceIndex } from './namespaces.ts';

/** A whole number: how much of what nobody states a share of a namespace gets, beside the others'. */
export const weightAnnotation = 'leasehold.dev/quota-weight';
/** What a namespace gets whatever its weight: `requests.cpu=2,requests.memory=4Gi`. */
export const shareAnnotation = 'leasehold.dev/quota-share';

export type Sharing = (tenant: TenantResource) => Split | undefined;

/** How each Tenant's Quota is dealt to its namespaces; computed for those that are asked for. For World.derived. */
export function sharing(world: World): Sharing {
  const known = new Map<TenantResource, Split | undefined>();
  return (tenant) => {
    if (!known.has(tenant)) known.set(tenant, splitFor(tenant, world));
    return known.get(tenant);
  };
}

/** Undefined without a Quota that bounds something. */
function splitFor(tenant: TenantResource, world: World): Split | undefined {
  const hard = world.target(tenant, 'mto-quota')?.body.spec.resourcequota?.hard;
  if (!hard) return undefined;
  const namespaces = world.derived(namespaceIndex).get(tenant) ?? [];
  return split(
    hard,
    namespaces.map(({ name, annotations }) => sharerOf(name, annotations, hard)),
  );
}

function sharerOf(name: string, annotations: Labels, hard: Readonly<Record<string, Quantity>>): Sharer {
  const weight = annotations[weightAnnotation] ?? '1';
  const shares = readShares(annotations[shareAnnotation] ?? '');
  const known = shares.flatMap((share) => (share.ok && Object.hasOwn(hard, share.resource) ? [share] : []));
  return {
    name,
    weight: isWeight(weight) ? BigInt(weight) : 1n,
    stated: Object.fromEntries(known.map(({ resource, quantity }) => [resource, milli(quantity)])),
  };
}

export function isWeight(text: string): boolean {
  return /^[0-9]{1,6}$/.test(text);
}

export type Share =
  | { readonly ok: true; readonly resource: string; readonly quantity: string }
  | { readonly ok: false; readonly text: string };

export function readShares(text: string): readonly Share[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const found = /^([^=\s]+)\s*=\s*([0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?)$/.exec(part);
      return found
        ? { ok: true, resource: found[1] as string, quantity: found[2] as string }
        : { ok: false, text: part };
    });
}
