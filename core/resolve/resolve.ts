import type { Path } from '../../data/tree.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import type { World } from '../kind/world.ts';
import { type Guard, guardInto } from '../problem/guard.ts';
import { formatPath, type UnlocatedProblem } from '../problem/problem.ts';
import type { Settings } from '../settings/settings.ts';
import { withLifecycles } from '../settings/with-lifecycles.ts';
import type { Origin } from '../source/source.ts';
import type { KindDocument, Validated } from '../validate/validate.ts';
import { namespaceLimits } from './amounts.ts';
import { type Layout, layoutOf, untrustedAuthor } from './authority.ts';
import { authorize } from './authorize.ts';
import { genericProblems, rejectedKeys } from './checks.ts';
import {
  directoryProblems,
  misplacedOf,
  misplacedPlatform,
  nestedDirectories,
  overlapProblems,
} from './directories.ts';
import { type Identified, identify, type identifyDocument, type Referenced, referencedBy } from './identify.ts';
import { lifecyclesOf, unenforcedCordons } from './lifecycles.ts';
import { makeWorld, type OwnNamespaces } from './make-world.ts';
import { ownerConflicts } from './owner-conflict.ts';
import { placeOf, withTenants } from './problem-tenants.ts';
import { reservedTenantProblems } from './reserved-tenant.ts';
import { settingsIn, settingsSourcesOf } from './settings-in.ts';
import { type Tenants, tenantsOf } from './tenants.ts';
import { claimProblems, duplicateResources } from './uniqueness.ts';

export interface Resolved {
  readonly world: World;
  readonly referenced: Referenced;
  readonly tenants: Tenants;
  /** The valid documents, each with its tenant. */
  readonly resources: ReadonlyMap<Identified, Resource>;
  readonly recipients: Recipients;
  readonly problems: readonly UnlocatedProblem[];
  /** Exceptions in the code of kinds. Later stages can add more. */
  readonly bugs: readonly UnlocatedProblem[];
  /** False if a trusted Platform, Plan, Grant or Baseline is invalid: problems that depend on settings are not reported then. */
  readonly hasValidSettings: boolean;
  readonly layout: Layout;
  /** The tenant of a file in a tenant's directory whose authors are not trusted. */
  authorOf(file: string): string | undefined;
  /** The input of the settings. Equal lists result in equal settings. */
  readonly settingsSources: readonly unknown[];
}

/** The tenants that receive objects of a shared document, invalid documents included. */
export type Recipients = ReadonlyMap<Identified, readonly string[]>;

/** Returns an equal resource of an earlier run, if there is one, so that unchanged resources keep their identity. */
export type KeepResource = (document: KindDocument, resource: Resource) => Resource;

/** Results of earlier runs. */
export interface Reuse {
  readonly keep: KeepResource;
  readonly identifyOne: typeof identifyDocument | undefined;
  /** Takes the input of the settings, because other settings can result in other namespaces. */
  readonly ownNamespaces: ((settingsSources: readonly unknown[]) => OwnNamespaces) | undefined;
}

const nothing: Reuse = { keep: (_, resource) => resource, identifyOne: undefined, ownNamespaces: undefined };

/** Assigns every document its identity and tenant, and checks the documents against each other. */
export function resolve(validated: Validated, kinds: readonly AnyKind[], reuse = nothing): Resolved {
  const layout = layoutOf(validated);
  const base = settingsIn(validated, layout);
  const { authorityOf } = layout;
  const identified = identify(validated, kinds, { settings: base, authorityOf, identifyOne: reuse.identifyOne });
  const references = referencedBy(identified);
  const owners = tenantsOf(identified, references);
  const { allowed, problems: denied } = authorize(identified, owners, { settings: base, kinds });
  const lifecycles = lifecyclesOf(allowed, owners);
  const settings = withLifecycles(base, lifecycles.requested);
  const bugs: UnlocatedProblem[] = [];
  const guard = guardInto(bugs);
  const known = allowed === identified ? { referenced: references, tenants: owners } : undefined;
  const settingsSources = [...settingsSourcesOf(validated, layout), ...lifecycles.requested];
  const shared = { settings, guard, keep: reuse.keep, ownNamespaces: reuse.ownNamespaces?.(settingsSources) };
  const first = relate(allowed, { ...shared, known });
  const misplaced = settings.delegates ? misplacedOf(first) : new Set<Identified>();
  const all = misplaced.size === 0 ? allowed : allowed.filter((document) => !misplaced.has(document));
  const related = all === allowed ? first : relate(all, { ...shared, known: undefined });
  const { referenced, tenants, resources, world } = related;
  const hasValidSettings = !all.some(isInvalidSetting);
  const found = { settings, referenced, rejected: rejectedKeys(identified, all) };
  const problems = [
    ...validated.problems,
    ...denied,
    ...(layout.misplaced ? [misplacedPlatform(layout.misplaced)] : []),
    ...(settings.directoryPerTenant ? directoryProblems(first.tenants, first.recipients, layout) : []),
    ...(settings.directoryPerTenant ? nestedDirectories(owners, layout) : []),
    ...(settings.delegates ? [...overlapProblems(owners), ...namespaceLimits(resources, world, guard)] : []),
    ...(hasValidSettings ? withoutRepeats(genericProblems(all, found), validated.problems) : []),
    ...lifecycles.problems,
    ...(hasValidSettings ? unenforcedCordons(lifecycles.cordoned, world) : []),
    ...reservedTenantProblems(tenants),
    ...ownerConflicts(tenants, referenced),
    ...duplicateResources(all, tenants),
    ...claimProblems(resources, { tenants, world, guard }),
  ];
  const reported = { problems: withTenants(problems, owners, layout), hasValidSettings, bugs };
  return { ...related, ...reported, settingsSources, layout, authorOf: untrustedAuthor(layout) };
}

type Related = Pick<Resolved, 'referenced' | 'tenants' | 'resources' | 'world' | 'recipients'>;

interface Relating {
  readonly settings: Settings;
  readonly guard: Guard;
  /** Computed earlier for the same documents. */
  readonly known: Pick<Resolved, 'referenced' | 'tenants'> | undefined;
  readonly keep: KeepResource;
  readonly ownNamespaces: OwnNamespaces | undefined;
}

/** Derives everything that depends on several documents: references, tenants, the world and recipients. */
function relate(all: readonly Identified[], { known, keep, ...context }: Relating): Related {
  const referenced = known?.referenced ?? referencedBy(all);
  const tenants = known?.tenants ?? tenantsOf(all, referenced);
  const resources = resourcesOf(all, tenants, keep);
  const world = makeWorld(all, resources, context);
  return { referenced, tenants, resources, world, recipients: recipientsOf(all, world, context.guard) };
}

/** Settings in a tenant's directory have no effect, and their errors do not hide other problems. */
function isInvalidSetting({ valid, kind, authority }: Identified): boolean {
  const isTrusted = authority.sort === 'open' || authority.sort === 'platform';
  return !valid && kind.tenancy === 'platform' && isTrusted;
}

function recipientsOf(all: readonly Identified[], world: World, guard: Guard): Recipients {
  const entries = all.flatMap((identified) => {
    const { kind, namespace, name, document } = identified;
    const run = () => kind.recipients?.({ namespace, name, body: document.body }, world);
    const recipients = guard({ origin: document.origin }, run, undefined);
    return recipients ? [[identified, recipients] as const] : [];
  });
  return new Map(entries);
}

function resourcesOf(
  all: readonly Identified[],
  tenants: Tenants,
  keep: KeepResource,
): ReadonlyMap<Identified, Resource> {
  const resources = new Map<Identified, Resource>();
  for (const identified of all) {
    if (!identified.valid) continue;
    const { document, namespace, name, kind } = identified;
    const tenant = tenants.get(identified) as string;
    const body = document.body as Resource['body'];
    const resource = { kind: kind.id, origin: document.origin, tenant, namespace, name, body };
    resources.set(identified, keep(document, resource));
  }
  return resources;
}

/**
 * Drops problems of a field that already has one, or is part of such a field: for example, a field in the wrong format cannot
 * refer to anything either.
 */
function withoutRepeats(
  problems: readonly UnlocatedProblem[],
  reported: readonly UnlocatedProblem[],
): readonly UnlocatedProblem[] {
  const places = new Set(reported.map(({ origin, place }) => fieldAt(origin, 'path' in place ? place.path : [])));
  return problems.filter(({ origin, place }) => {
    const path = 'path' in place ? place.path : [];
    return !path.some((_, depth) => places.has(fieldAt(origin, path.slice(0, depth + 1))));
  });
}

function fieldAt(origin: Origin, path: Path): string {
  return `${placeOf(origin)} ${formatPath(path)}`;
}
