import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import { compileRe2 } from '../../../kubernetes/re2.ts';
import type { TenantResource } from './members.ts';

/** A domain of which a tenant may have hosts: the very host, or all below it. */
interface Domain {
  readonly domain: string;
  readonly below: boolean;
  readonly path: Path;
}

const base = ['spec', 'hostValidationConfig'];

/** Expressions that can be read, and hosts that no other tenant may have as well. */
export function checkHosts(tenant: TenantResource, world: World, report: Report): void {
  const { allowedRegex: source } = tenant.body.spec.hostValidationConfig ?? {};
  const pattern = source === undefined ? undefined : compileRe2(source);
  if (pattern && 'error' in pattern) report('bad-format', [...base, 'allowedRegex'], pattern.error);
  if (pattern && 're2' in pattern && !(source?.startsWith('^') && source.endsWith('$'))) {
    const message = `allowedRegex ${source} is not anchored, so any host that contains a match is allowed`;
    report('risky-value', [...base, 'allowedRegex'], message, { fix: 'begin it with ^ and end it with $' });
  }
  const owners = world.derived(domainOwners);
  for (const own of domainsOf(tenant)) {
    const other = overlapping(own, owners).find((name) => name !== tenant.name);
    const message = `tenant ${other} may have the same hosts: ${own.below ? '*.' : ''}${own.domain}`;
    const fix = 'give each tenant a domain of its own';
    if (other !== undefined) report('risky-value', own.path, message, { fix });
  }
}

/** By domain, who may have the very host and who what is below it. */
interface Owners {
  readonly exact: ReadonlyMap<string, readonly string[]>;
  readonly below: ReadonlyMap<string, readonly string[]>;
  /** Who may have a host or domain somewhere below one. */
  readonly inside: ReadonlyMap<string, readonly string[]>;
}

function domainOwners(world: World): Owners {
  const [exact, below, inside] = [newIndex(), newIndex(), newIndex()];
  for (const tenant of world.all('mto-tenant')) {
    for (const { domain, below: all } of domainsOf(tenant)) {
      add(all ? below : exact, domain, tenant.name);
      for (const parent of parents(domain)) add(inside, parent, tenant.name);
    }
  }
  return { exact, below, inside };
}

type Index = Map<string, string[]>;

function newIndex(): Index {
  return new Map();
}

/** Two names are enough to find one that is another's. */
function add(index: Index, domain: string, tenant: string): void {
  const known = index.get(domain) ?? [];
  if (known.length < 2 && !known.includes(tenant)) index.set(domain, [...known, tenant]);
}

function overlapping({ domain, below }: Domain, owners: Owners): readonly string[] {
  const above = parents(domain).flatMap((parent) => owners.below.get(parent) ?? []);
  const same = (below ? owners.below : owners.exact).get(domain) ?? [];
  return [...same, ...above, ...(below ? (owners.inside.get(domain) ?? []) : [])];
}

/** a.b.c lies below b.c and c. */
function parents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
}

function domainsOf({ body }: TenantResource): readonly Domain[] {
  const { allowed = [], allowedRegex } = body.spec.hostValidationConfig ?? {};
  const listed = allowed.map((host, index) => {
    const below = host.startsWith('*.');
    return { domain: (below ? host.slice(2) : host).toLowerCase(), below, path: [...base, 'allowed', index] };
  });
  const suffix = suffixOf(allowedRegex ?? '');
  return suffix === undefined ? listed : [...listed, { domain: suffix, below: true, path: [...base, 'allowedRegex'] }];
}

/** The domain that an anchored expression ends in: `\.lab\.corp\.io$`. */
function suffixOf(source: string): string | undefined {
  const found = /\\\.((?:[a-z0-9-]+\\\.)*[a-z0-9-]+)\$$/.exec(source)?.[1];
  return found?.replaceAll('\\.', '.');
}
