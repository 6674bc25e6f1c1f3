import { atValue, type Fault } from '../problem/problem.ts';
import type { Origin, Path } from '../source.ts';
import type { Known } from './known.ts';
import type { Resource } from './resource.ts';

interface Claimant {
  readonly origin: Origin;
  readonly tenant: string;
  readonly path: Path;
}

/** Two documents of one identity. Both are told, so that either author sees it. */
export function duplicateResources(all: readonly Known[], tenants: ReadonlyMap<Known, string>): readonly Fault[] {
  const claims = new Map<string, Claimant[]>();
  for (const known of all) {
    if (known.name === '') continue;
    const claimant = {
      origin: known.document.origin,
      tenant: tenants.get(known) as string,
      path: ['metadata', 'name'],
    };
    add(claims, known.key, claimant);
  }
  return clashes(claims, 'duplicate-resource', (key) => `${key.replace(' /', ' ')} is defined twice`);
}

/** Two resources that claim one thing which only one can have (a namespace, a slug). */
export function duplicateClaims(resources: ReadonlyMap<Known, Resource>): readonly Fault[] {
  const claims = new Map<string, Claimant[]>();
  for (const [known, resource] of resources) {
    for (const { what, path } of known.kind.claims(resource)) {
      add(claims, what, { origin: resource.origin, tenant: resource.tenant, path });
    }
  }
  return clashes(claims, 'duplicate-claim', (what) => `${what} is claimed twice`);
}

function add(claims: Map<string, Claimant[]>, what: string, claimant: Claimant): void {
  const claimants = claims.get(what);
  if (claimants) claimants.push(claimant);
  else claims.set(what, [claimant]);
}

function clashes(
  claims: ReadonlyMap<string, readonly Claimant[]>,
  code: 'duplicate-resource' | 'duplicate-claim',
  say: (what: string) => string,
): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [what, claimants] of claims) {
    if (claimants.length < 2) continue;
    const tenants = [...new Set(claimants.map(({ tenant }) => tenant))].sort();
    const files = [...new Set(claimants.map(({ origin }) => origin.file))].sort();
    const message = `${say(what)}, in ${files.join(' and ')}`;
    for (const { origin, path } of claimants) faults.push({ code, origin, place: atValue(path), message, tenants });
  }
  return faults;
}
