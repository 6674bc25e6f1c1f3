import { mappingAt } from '../../data/tree.ts';
import { readPlain } from '../../yaml/plain.ts';
import { type Source, sourcesOf } from './source.ts';
import type { World } from './world.ts';

/** The quotas of a tenant: what its namespaces may use, and the total that is split over them. */
export interface QuotaView {
  readonly tenant: string;
  /** Names of resources: `requests.cpu`. */
  readonly resources: readonly string[];
  readonly totals: readonly QuotaTotal[];
  readonly namespaces: readonly NamespaceQuota[];
}

export interface QuotaTotal {
  readonly name: string;
  readonly amounts: Amounts;
}

/** A rendered ResourceQuota; a ClusterResourceQuota has no namespace. */
export interface NamespaceQuota {
  readonly namespace: string;
  readonly name: string;
  readonly amounts: Amounts;
  readonly source: Source | undefined;
}

type Amounts = Readonly<Record<string, string>>;

export function quotaView(tenant: string, world: World): QuotaView {
  const { objects, resources, inventory } = world.of(tenant);
  const quotas = objects.filter(({ id }) => id.kind === 'ResourceQuota' || id.kind === 'ClusterResourceQuota');
  const find = sourcesOf(quotas, resources, world);
  const namespaces = quotas.map(({ id, text, origin }) => {
    const body = readPlain(text)?.[0];
    const hard = { ...mappingAt(body, 'spec', 'quota', 'hard'), ...mappingAt(body, 'spec', 'hard') };
    const amounts = Object.fromEntries(Object.entries(hard).map(([name, amount]) => [name, String(amount)]));
    return { namespace: id.namespace, name: id.name, amounts, source: find(origin) };
  });
  const totals = inventory.resources.flatMap(({ tenant: owner, status: { quota } }) =>
    quota && owner === tenant ? [{ name: quota.name, amounts: quota.total }] : [],
  );
  const names = [...totals, ...namespaces].flatMap(({ amounts }) => Object.keys(amounts));
  return { tenant, resources: [...new Set(names)].sort(), totals, namespaces };
}
