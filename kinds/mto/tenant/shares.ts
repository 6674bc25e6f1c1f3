import type { World } from '../../../core/kind/world.ts';
import { milli, type Quantity } from '../../../kubernetes/quantity.ts';
import type { Labels } from '../../../templates/views.ts';
import { type QuotaRecipient, type QuotaSplit, splitQuota } from '../quota/split.ts';
import type { TenantResource } from './members.ts';
import { tenantNamespaces } from './namespaces.ts';
import { quotaOf } from './quota-of.ts';

/** An integer: the weight of the namespace when the remainder is split. */
export const weightAnnotation = 'leasehold.dev/quota-weight';
/** The namespace's exact shares, which do not depend on its weight: `requests.cpu=2,requests.memory=4Gi`. */
export const shareAnnotation = 'leasehold.dev/quota-share';

export type QuotaSplits = (tenant: TenantResource) => QuotaSplit | undefined;

/** How each Tenant's Quota is split between its namespaces, computed on demand. Pass it to World.derived. */
export function quotaSplits(world: World): QuotaSplits {
  const known = new Map<TenantResource, QuotaSplit | undefined>();
  return (tenant) => {
    if (!known.has(tenant)) known.set(tenant, splitTenantQuota(tenant, world));
    return known.get(tenant);
  };
}

/** The split of a Tenant's Quota. Undefined if there is no Quota, or if it contains no amounts. */
function splitTenantQuota(tenant: TenantResource, world: World): QuotaSplit | undefined {
  const hard = quotaOf(tenant, world)?.spec.resourcequota?.hard;
  if (!hard) return undefined;
  const namespaces = world.derived(tenantNamespaces)(tenant);
  return splitQuota(
    hard,
    namespaces.map(({ name, annotations }) =>
      recipientOf(name, annotations, { hard, onlyExact: world.settings.requiresExplicitShares }),
    ),
  );
}

interface Split {
  readonly hard: Readonly<Record<string, Quantity>>;
  readonly onlyExact: boolean;
}

function recipientOf(name: string, annotations: Labels, { hard, onlyExact }: Split): QuotaRecipient {
  const weight = onlyExact ? '0' : (annotations[weightAnnotation] ?? '1');
  const shares = readShares(annotations[shareAnnotation] ?? '');
  const known = shares.flatMap((share) => (share.ok && Object.hasOwn(hard, share.resource) ? [share] : []));
  return {
    name,
    weight: isWeight(weight) ? BigInt(weight) : 1n,
    exact: Object.fromEntries(known.map(({ resource, quantity }) => [resource, milli(quantity)])),
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
