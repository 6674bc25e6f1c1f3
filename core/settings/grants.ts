import type { Bodies } from '../../build/contracts.ts';
import { addToGroup } from '../../data/group-by.ts';

type Spec = Bodies['grant']['spec'];

/** What the authors of one tenant directory may use beyond what belongs to their tenant: the sum of its Grants. */
export interface Granted {
  readonly tenant: string;
  readonly kinds: ReadonlySet<string>;
  /** Allowed values of a protected field of a kind (`Tenant.kleff.kleff.io`). */
  values(kind: string, field: string): 'any' | readonly string[];
  /** The protected fields of a kind of which Grants allow only certain values. */
  limitedFields(kind: string): readonly string[];
  /** The length of the longest protected field of the kind that a Grant names. 0 if there is none. */
  longestField(kind: string): number;
  /** How many documents of a kind the directory can contain, and how many namespaces. */
  readonly limits: ReadonlyMap<string, number>;
  readonly names: readonly string[];
  readonly namespaces: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
  readonly hosts: readonly string[];
  readonly secrets: readonly { readonly store: string; readonly prefix: string }[];
  readonly metadata: readonly string[];
  /** The platform document that selects namespaces by the label `key`; undefined if there is none. */
  selectorOf(key: string): string | undefined;
  /**
   * Kinds of objects that Templates may render for the tenant, in addition to those for everyone:
   * `Role.rbac.authorization.k8s.io`.
   */
  readonly objects: ReadonlySet<string>;
  readonly planes: ReadonlySet<string>;
  /** If empty, every Template is allowed. */
  readonly templates: ReadonlySet<string>;
}

/** A name or namespace that Grants allow for certain tenants. */
export interface GrantedName {
  readonly tenants: ReadonlySet<string>;
  /** Whether the Grant also allows names that start with this name and `-`. */
  readonly isPrefix: boolean;
}

export function grantedNames(grants: readonly Bodies['grant'][]): ReadonlyMap<string, GrantedName> {
  const named = grants.map(({ spec }) => spec).filter(({ tenants }) => !tenants.includes('*'));
  const owners = new Map<string, string[]>();
  for (const { names = [], namespaces = [], tenants } of named)
    for (const name of [...names, ...namespaces]) for (const tenant of tenants) addToGroup(owners, name, tenant);
  const prefixes = new Set(named.flatMap(({ names = [] }) => names));
  return new Map([...owners].map(([name, all]) => [name, { tenants: new Set(all), isPrefix: prefixes.has(name) }]));
}

/** Computes what is granted to each tenant, once for each. */
export function grantsFrom(
  grants: readonly Bodies['grant'][],
  selectorOf: Granted['selectorOf'] = () => undefined,
): (tenant: string) => Granted {
  const specsFor = specsByTenant(grants);
  const partsOf = partsBySpecs();
  const known = new Map<string, Granted>();
  return (tenant) => {
    const found = known.get(tenant);
    if (found) return found;
    const granted = grantedTo(tenant, partsOf(specsFor(tenant)), selectorOf);
    known.set(tenant, granted);
    return granted;
  };
}

/** Finds the Grants of a tenant, in the order of the files, without a search through all of them. */
function specsByTenant(grants: readonly Bodies['grant'][]): (tenant: string) => readonly Spec[] {
  const placesByTenant = new Map<string, number[]>();
  for (const [place, { spec }] of grants.entries())
    for (const tenant of spec.tenants.includes('*') ? ['*'] : new Set(spec.tenants))
      addToGroup(placesByTenant, tenant, place);
  const placesOf = (tenant: string) => placesByTenant.get(tenant) ?? [];
  const specsAt = (places: readonly number[]) =>
    [...places].sort((a, b) => a - b).flatMap((place) => grants[place]?.spec ?? []);
  const ofEveryTenant = specsAt(placesOf('*'));
  return (tenant) => {
    const own = tenant === '*' ? [] : placesOf(tenant);
    return own.length === 0 ? ofEveryTenant : specsAt([...placesOf('*'), ...own]);
  };
}

/** What the Grants allow, before `{tenant}` is replaced. Only hosts and secrets can contain this placeholder. */
type Parts = Omit<Granted, 'tenant' | 'selectorOf'>;

/** Most tenants have the same Grants, so their parts are computed once. */
function partsBySpecs(): (specs: readonly Spec[]) => Parts {
  const known = new Map<readonly Spec[], Parts>();
  return (specs) => {
    const parts = known.get(specs) ?? partsOfGrants(specs);
    known.set(specs, parts);
    return parts;
  };
}

function grantedTo(tenant: string, parts: Parts, selectorOf: Granted['selectorOf']): Granted {
  const named = (text: string) => text.replaceAll('{tenant}', tenant);
  const hosts = parts.hosts.map(named);
  const secrets = parts.secrets.map(({ store, prefix }) => ({ store, prefix: named(prefix) }));
  return { ...parts, tenant, hosts, secrets, selectorOf };
}

function partsOfGrants(own: readonly Spec[]): Parts {
  const all = <T>(part: (spec: Spec) => readonly T[] | undefined): readonly T[] =>
    own.flatMap((spec) => part(spec) ?? []);
  return {
    kinds: new Set(all(({ kinds }) => kinds)),
    ...valuesIn(own),
    limits: largest(all(({ limits = {} }) => Object.entries(limits))),
    names: all(({ names }) => names),
    namespaces: new Set(all(({ namespaces }) => namespaces)),
    shared: new Set(all(({ shared }) => shared)),
    hosts: all(({ hosts }) => hosts),
    secrets: all(({ secrets }) => secrets),
    metadata: all(({ metadata }) => metadata),
    objects: new Set(all(({ objects }) => objects)),
    planes: new Set(all(({ planes }) => planes)),
    templates: new Set(all(({ templates }) => templates)),
  };
}

/** Indexes the values once, because every document of every tenant with these Grants looks them up. */
function valuesIn(specs: readonly Spec[]): Pick<Granted, 'values' | 'limitedFields' | 'longestField'> {
  const lists = new Map<string, Map<string, string[]>>();
  for (const { fields = {} } of specs)
    for (const [kind, ofKind] of Object.entries(fields)) {
      const known = lists.get(kind) ?? new Map<string, string[]>();
      lists.set(kind, known);
      for (const [field, values] of Object.entries(ofKind)) known.set(field, [...(known.get(field) ?? []), ...values]);
    }
  const lengths = new Map([...lists].map(([kind, fields]) => [kind, lengthOfLongest(fields.keys())]));
  const limited = new Map(
    [...lists].map(([kind, fields]) => {
      const entries = [...fields].filter(([, values]) => !values.includes('*'));
      return [kind, entries.map(([field]) => field)];
    }),
  );
  return {
    limitedFields: (kind) => limited.get(kind) ?? [],
    values: (kind, field) => {
      const values = lists.get(kind)?.get(field) ?? [];
      return values.includes('*') ? 'any' : values;
    },
    longestField: (kind) => lengths.get(kind) ?? 0,
  };
}

function lengthOfLongest(texts: Iterable<string>): number {
  let longest = 0;
  for (const { length } of texts) longest = Math.max(longest, length);
  return longest;
}

function largest(limits: readonly (readonly [kind: string, max: number])[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const [kind, max] of limits) all.set(kind, Math.max(max, all.get(kind) ?? 0));
  return all;
}
