import { once } from '../../data/once.ts';
import { compare } from '../../data/order.ts';
import { outputDirectory } from '../kind/tenant.ts';
import type { Manifest } from '../print/manifest.ts';

/** The objects of a version by tenant, so that the next version replaces only those of the changed tenants. */
export interface TenantObjects {
  /** The objects of tenants in the order of the output. */
  readonly of: (tenants: Iterable<string>) => readonly Manifest[];
  /** Every object, sorted by file. The files of a tenant are adjacent. */
  readonly all: () => readonly Manifest[];
  readonly tenants: () => Iterable<string>;
  /** Returns objects in which those of the tenants are replaced. Every object in the list belongs to one of them. */
  readonly with: (tenants: ReadonlySet<string>, objects: readonly Manifest[]) => TenantObjects;
}

type Lists = ReadonlyMap<string, readonly Manifest[]>;

/** The number of replaced tenants above which the replacements become part of the main index. */
const maxReplaced = 1000;

export function tenantObjects(sorted: readonly Manifest[]): TenantObjects {
  const lists = once(() => listsOf(sorted));
  return { ...layered(lists, new Map()), all: () => sorted };
}

/** In `replaced`, an empty list means that the tenant no longer has objects. */
function layered(main: () => Lists, replaced: Lists): TenantObjects {
  const listOf = (tenant: string) => replaced.get(tenant) ?? main().get(tenant) ?? [];
  const tenants = () => new Set([...main().keys(), ...replaced.keys()]);
  const of = (some: Iterable<string>) => [...some].sort(byDirectory).flatMap(listOf);
  return {
    of,
    all: once(() => of(tenants())),
    tenants,
    with: (changed, objects) => {
      const lists = listsOf(objects);
      const next = new Map([...replaced, ...[...changed].map((tenant) => [tenant, lists.get(tenant) ?? []] as const)]);
      if (next.size <= maxReplaced) return layered(main, next);
      const merged = new Map([...main(), ...next]);
      return layered(() => merged, new Map());
    },
  };
}

function listsOf(objects: readonly Manifest[]): Lists {
  const lists = new Map<string, Manifest[]>();
  for (const one of objects) {
    const list = lists.get(one.tenant);
    if (list) list.push(one);
    else lists.set(one.tenant, [one]);
  }
  return lists;
}

function byDirectory(a: string, b: string): number {
  return compare(`${outputDirectory(a)}/`, `${outputDirectory(b)}/`);
}
