import type { Manifest } from '../../core/print/manifest.ts';
import { groupBy } from '../../data/group-by.ts';
import { mappingAt } from '../../data/tree.ts';
import type { Rendering } from '../../leasehold.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import { type Source, sourcesOf } from './source.ts';
import type { World } from './world.ts';

/** The quotas of a tenant: those of its namespaces, and the total that is split between them. */
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
  const quotas = objects.filter(isQuota);
  const find = sourcesOf(quotas, resources, world);
  const entries = inventory.resources.filter((entry) => entry.tenant === tenant);
  return viewOf(tenant, { quotas, entries, find });
}

/** The quotas of tenants, from one render. Empty for each tenant if an error prevents the render. */
export function quotaViews(tenants: readonly string[], world: World): readonly QuotaView[] {
  const { objects, resources, inventory } = world.sound().all();
  const names = new Set(tenants);
  const all = objects.filter((object) => names.has(object.tenant) && isQuota(object));
  const find = sourcesOf(all, resources, world);
  const quotas = groupBy(all, ({ tenant }) => tenant);
  const own = inventory.resources.filter(({ tenant }) => names.has(tenant));
  const entries = groupBy(own, ({ tenant }) => tenant);
  return tenants.map((name) =>
    viewOf(name, { quotas: quotas.get(name) ?? [], entries: entries.get(name) ?? [], find }),
  );
}

function isQuota({ id }: Manifest): boolean {
  return id.kind === 'ResourceQuota' || id.kind === 'ClusterResourceQuota';
}

interface Parts {
  readonly quotas: readonly Manifest[];
  readonly entries: Rendering['inventory']['resources'];
  readonly find: ReturnType<typeof sourcesOf>;
}

function viewOf(tenant: string, { quotas, entries, find }: Parts): QuotaView {
  const namespaces = quotas.map(({ id, text, origin }) => {
    const body = readObject(text);
    const hard = { ...mappingAt(body, 'spec', 'quota', 'hard'), ...mappingAt(body, 'spec', 'hard') };
    const amounts = Object.fromEntries(Object.entries(hard).map(([name, amount]) => [name, String(amount)]));
    return { namespace: id.namespace, name: id.name, amounts, source: find(origin) };
  });
  const totals = entries.flatMap(({ status: { quota } }) =>
    quota ? [{ name: quota.name, amounts: quota.total }] : [],
  );
  const names = [...totals, ...namespaces].flatMap(({ amounts }) => Object.keys(amounts));
  return { tenant, resources: [...new Set(names)].sort(), totals, namespaces };
}
