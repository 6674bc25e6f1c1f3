import { groupBy } from '../../data/group-by.ts';
import { listed } from '../../data/listed.ts';
import { compare } from '../../data/order.ts';
import type { Path } from '../../data/tree.ts';
import type { UniqueClaim } from '../kind/capabilities.ts';
import { labelOf, type Resource, shortLabelOf } from '../kind/resource.ts';
import { isTenant } from '../kind/tenant.ts';
import type { World } from '../kind/world.ts';
import type { Guard } from '../problem/guard.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Origin } from '../source/source.ts';
import type { Identified } from './identify.ts';
import type { Tenants } from './tenants.ts';

/** Reports documents with the same identity. The input is sorted by key, so duplicates are adjacent. */
export function duplicateResources(all: readonly Identified[], tenants: Tenants): readonly UnlocatedProblem[] {
  const isSame = (one: Identified, other: Identified | undefined) => one.name !== '' && one.key === other?.key;
  const duplicates = all.filter((one, at) => isSame(one, all[at - 1]) || isSame(one, all[at + 1]));
  return [...groupBy(duplicates, ({ key }) => key).values()].flatMap((group) => {
    const [first] = group as readonly [Identified, ...Identified[]];
    const claimants = group.map((document) => claimantOf(document, tenants, ['metadata', 'name']));
    const problem = `${labelOf(first.kind.id, first)} is defined more than once`;
    return reportAll('duplicate-resource', { problem, fix: 'rename or delete all but one' }, claimants);
  });
}

interface Claimed {
  readonly document: Identified;
  readonly claim: UniqueClaim;
}

type Resources = ReadonlyMap<Identified, Resource>;

interface ClaimContext {
  readonly tenants: Tenants;
  readonly world: World;
  readonly guard: Guard;
}

/**
 * Reports resources that claim the same thing, such as a slug or a host, and conflicts over the resources in a claimed
 * namespace.
 */
export function claimProblems(resources: Resources, context: ClaimContext): readonly UnlocatedProblem[] {
  const inNamespace = documentsByNamespace(resources.keys());
  const { contested, nonEmpty } = suspectClaims(resources, inNamespace, context);
  const conflicts = [...groupBy(nonEmpty, ({ claim }) => claim.ownsNamespace ?? '')].flatMap(([namespace, claims]) =>
    namespaceConflicts(claims, inNamespace.get(namespace) ?? [], context),
  );
  return [...duplicateClaims(contested, context.tenants), ...conflicts];
}

interface SuspectClaims {
  /** Claims of something that another resource claims too. */
  readonly contested: readonly Claimed[];
  /** Claims of a namespace that contains resources. */
  readonly nonEmpty: readonly Claimed[];
}

/** Keeps only the few claims that can conflict. If there are conflicts, computes all claims a second time. */
function suspectClaims(resources: Resources, inNamespace: NamespaceDocuments, context: ClaimContext): SuspectClaims {
  const claimed = new Set<string>();
  const contested = new Set<string>();
  const nonEmpty: Claimed[] = [];
  for (const [document, resource] of resources) {
    for (const claim of claimsOf(document, resource, context)) {
      if (claimed.has(claim.what)) contested.add(claim.what);
      else claimed.add(claim.what);
      if (claim.ownsNamespace && inNamespace.has(claim.ownsNamespace)) nonEmpty.push({ document, claim });
    }
  }
  return { contested: contested.size === 0 ? [] : claimsAmong(contested, resources, context), nonEmpty };
}

function claimsOf(document: Identified, resource: Resource, { world, guard }: ClaimContext): readonly UniqueClaim[] {
  const { origin, tenant } = resource;
  return guard({ origin, tenants: [tenant] }, () => document.kind.claims(resource, world), []);
}

function claimsAmong(wanted: ReadonlySet<string>, resources: Resources, context: ClaimContext): readonly Claimed[] {
  return [...resources].flatMap(([document, resource]) =>
    claimsOf(document, resource, context).flatMap((claim) => (wanted.has(claim.what) ? [{ document, claim }] : [])),
  );
}

/** Documents by namespace. Documents with recipients are left out: their objects belong to the recipients. */
type NamespaceDocuments = ReadonlyMap<string, readonly Identified[]>;

function documentsByNamespace(all: Iterable<Identified>): NamespaceDocuments {
  const own = [...all].filter(({ kind }) => !kind.recipients);
  return groupBy(own, ({ namespace }) => namespace);
}

/** Reports each set of resources once, for the first claim that they have in common. */
function duplicateClaims(contested: readonly Claimed[], tenants: Tenants): readonly UnlocatedProblem[] {
  const reported = new Set<string>();
  return [...groupBy(contested, ({ claim }) => claim.what)].flatMap(([what, group]) => {
    const claimants = group.map(({ document, claim }) => claimantOf(document, tenants, claim.path));
    const keys = [...new Set(claimants.map(({ key }) => key))];
    const set = keys.join();
    // Documents with the same key are duplicates, which are already reported.
    if (keys.length === 1 || reported.has(set)) return [];
    reported.add(set);
    const conflict = group.find(({ claim }) => claim.conflict)?.claim.conflict;
    return reportAll('duplicate-claim', conflict ?? claimedTwice(what), claimants);
  });
}

/**
 * Reports both sides of a conflict over a namespace and renders neither. The files do not show which resource existed
 * first, and either one alone would own the other's namespace or add objects to it. Resources of the platform always win,
 * because an error of theirs would affect everyone. Each resource gets one message, about the first conflicting resource.
 */
function namespaceConflicts(
  claims: readonly Claimed[],
  inNamespace: readonly Identified[],
  context: ClaimContext,
): readonly UnlocatedProblem[] {
  const { tenants } = context;
  const otherDocument = firstOfOther(inNamespace, tenants);
  const otherClaim = firstOfOther(
    claims.map(({ document }) => document),
    tenants,
  );
  const claimed = claims.flatMap(({ document, claim }) => {
    const first = otherDocument(document);
    const at = claimantOf(document, tenants, claim.path);
    return first ? [{ ...namespaceConflict(at, containsText(first, tenants)), fix: claimFix(first, context) }] : [];
  });
  const misplaced = inNamespace.flatMap((one) => {
    const owner = isTenant(tenants.get(one) ?? '') ? otherClaim(one) : undefined;
    const fix = 'move the resource to a namespace of its own tenant';
    const at = claimantOf(one, tenants, ['metadata', 'namespace']);
    return owner ? [{ ...namespaceConflict(at, belongsText(one, owner)), fix }] : [];
  });
  return [...claimed, ...misplaced];
}

/** Finds the first document of another tenant. */
function firstOfOther(
  documents: readonly Identified[],
  tenants: Tenants,
): (document: Identified) => Identified | undefined {
  const [first] = documents;
  const second = documents.find((one) => first && tenants.get(one) !== tenants.get(first));
  return (document) => [first, second].find((one) => one && tenants.get(one) !== tenants.get(document));
}

function containsText(document: Identified, tenants: Tenants): string {
  const owner = isTenant(tenants.get(document) ?? '') ? 'another tenant' : 'the platform';
  return `namespace ${document.namespace} contains ${labelOf(document.kind.id, document)}, which belongs to ${owner}, so this tenant cannot own the namespace`;
}

/** Names a resource of the platform, which gets no message about the conflict itself. */
function claimFix(other: Identified, { tenants, world }: ClaimContext): string {
  const isMovable = !isTenant(tenants.get(other) ?? '') && !world.settings.isReserved(other.namespace);
  return `choose another namespace${isMovable ? `, or move ${shortLabelOf(other.kind.id, other)}` : ''}`;
}

function belongsText({ namespace }: Identified, owner: Identified): string {
  return `namespace ${namespace} belongs to another tenant: ${labelOf(owner.kind.id, owner)} defines it`;
}

function namespaceConflict({ origin, path, tenant }: Claimant, message: string): UnlocatedProblem {
  return { code: 'reserved-namespace', origin, place: atValue(path), message, tenants: [tenant] };
}

/** The maximum number of files in a message. Otherwise, 10,000 conflicts would cause 10,000 messages with 10,000 files each. */
const maxNamed = 5;

type Conflict = NonNullable<UniqueClaim['conflict']>;

function claimedTwice(what: string): Conflict {
  return { problem: `${what} is claimed by more than one resource`, fix: 'claim it in only one resource' };
}

/** Reports a problem to every claimant, so that each author sees it. */
function reportAll(
  code: 'duplicate-resource' | 'duplicate-claim',
  { problem, fix }: Conflict,
  claimants: readonly Claimant[],
): readonly UnlocatedProblem[] {
  const tenants = [...new Set(claimants.map(({ tenant }) => tenant))].sort(compare);
  const files = [...new Set(claimants.map(({ origin }) => origin.file))].sort(compare);
  const more = files.length > maxNamed ? [`${files.length - maxNamed} more`] : [];
  const message = `${problem}, in ${listed([...files.slice(0, maxNamed), ...more])}`;
  return claimants.map(({ origin, path }) => ({ code, origin, place: atValue(path), message, fix, tenants }));
}

interface Claimant {
  readonly key: string;
  readonly origin: Origin;
  readonly tenant: string;
  readonly path: Path;
}

function claimantOf(identified: Identified, tenants: Tenants, path: Path): Claimant {
  const { key, document } = identified;
  return { key, origin: document.origin, tenant: tenants.get(identified) as string, path };
}
