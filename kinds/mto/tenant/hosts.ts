import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import { compileRe2 } from '../../../kubernetes/re2.ts';
import { anchorAdvice, isAnchored } from '../integration/anchors.ts';
import type { TenantResource } from './members.ts';

/** A domain that a tenant can use: a single host or, with `isWildcard`, all hosts below it. */
interface Domain {
  readonly domain: string;
  readonly isWildcard: boolean;
  readonly path: Path;
}

const base = ['spec', 'hostValidationConfig'];

/** Checks `allowedRegex`, and warns about hosts that another tenant can also use. */
export function checkHosts(tenant: TenantResource, world: World, report: Report): void {
  const { allowedRegex: source } = tenant.body.spec.hostValidationConfig ?? {};
  const pattern = source === undefined ? undefined : compileRe2(source);
  if (pattern && 'error' in pattern) report('bad-format', [...base, 'allowedRegex'], pattern.error);
  if (source !== undefined && pattern && 're2' in pattern && !isAnchored(source)) {
    const { problem, fix } = anchorAdvice(source);
    const message = `allowedRegex ${source} ${problem}, but admission policies compare it with whole hosts`;
    report('risky-value', [...base, 'allowedRegex'], message, {
      fix: `${fix}, and write .* where any text is allowed`,
    });
  }
  warnAboutWildcards(tenant, report);
  const owners = world.derived(domainOwners);
  for (const own of domainsOf(tenant)) {
    const other = overlapping(own, owners).find((name) => name !== tenant.name);
    const hosts = own.isWildcard ? `hosts that match *.${own.domain}` : `the host ${own.domain}`;
    const message = `tenant ${other} can also use ${hosts}`;
    const fix = 'use a separate domain for each tenant';
    if (other !== undefined) report('risky-value', own.path, message, { fix });
  }
}

function warnAboutWildcards({ body }: TenantResource, report: Report): void {
  const { allowed = [], denyWildcards } = body.spec.hostValidationConfig ?? {};
  if (!denyWildcards) return;
  for (const [index, host] of allowed.entries()) {
    if (!host.startsWith('*.')) continue;
    const message = `denyWildcards forbids the host ${host}, so this item allows nothing`;
    report('risky-value', [...base, 'allowed', index], message, {
      fix: 'list single hosts instead, or set denyWildcards to false',
    });
  }
}

/** The tenants that can use a host, by domain. */
interface DomainOwners {
  readonly exact: ReadonlyMap<string, readonly string[]>;
  readonly wildcard: ReadonlyMap<string, readonly string[]>;
  /** The tenants that can use a host or domain below the key. */
  readonly nested: ReadonlyMap<string, readonly string[]>;
}

function domainOwners(world: World): DomainOwners {
  const [exact, wildcard, nested] = [createIndex(), createIndex(), createIndex()];
  for (const tenant of world.all('mto-tenant')) {
    for (const { domain, isWildcard } of domainsOf(tenant)) {
      addOwner(isWildcard ? wildcard : exact, domain, tenant.name);
      for (const parent of parents(domain)) addOwner(nested, parent, tenant.name);
    }
  }
  return { exact, wildcard, nested };
}

type DomainIndex = Map<string, string[]>;

function createIndex(): DomainIndex {
  return new Map();
}

/** Keeps at most two tenants for each domain, which is enough to find a tenant other than a given one. */
function addOwner(index: DomainIndex, domain: string, tenant: string): void {
  const known = index.get(domain) ?? [];
  if (known.length < 2 && !known.includes(tenant)) index.set(domain, [...known, tenant]);
}

function overlapping({ domain, isWildcard }: Domain, owners: DomainOwners): readonly string[] {
  const above = parents(domain).flatMap((parent) => owners.wildcard.get(parent) ?? []);
  const same = (isWildcard ? owners.wildcard : owners.exact).get(domain) ?? [];
  return [...same, ...above, ...(isWildcard ? (owners.nested.get(domain) ?? []) : [])];
}

/** The parents of a.b.c: b.c and c. */
function parents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
}

function domainsOf({ body }: TenantResource): readonly Domain[] {
  const { allowed = [], allowedRegex } = body.spec.hostValidationConfig ?? {};
  const listed = allowed.map((host, index) => {
    const isWildcard = host.startsWith('*.');
    return { domain: (isWildcard ? host.slice(2) : host).toLowerCase(), isWildcard, path: [...base, 'allowed', index] };
  });
  const suffix = suffixOf(allowedRegex ?? '');
  return suffix === undefined
    ? listed
    : [...listed, { domain: suffix, isWildcard: true, path: [...base, 'allowedRegex'] }];
}

/** The domain at the end of an anchored expression: `\.lab\.corp\.io$`. */
function suffixOf(source: string): string | undefined {
  const found = /\\\.((?:[a-z0-9-]+\\\.)*[a-z0-9-]+)\$$/.exec(source)?.[1];
  return found?.replaceAll('\\.', '.');
}
