import { contracts, type KindId } from '../../build/contracts.ts';
import { groupBy } from '../../data/group-by.ts';
import { childrenOf, type Path, textAt, valueAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import { guardInto } from '../problem/guard.ts';
import type { UnlocatedProblem } from '../problem/problem.ts';
import { allows } from '../settings/allow.ts';
import type { Granted } from '../settings/grants.ts';
import { lifecycleAnnotations } from '../settings/lifecycle.ts';
import { remedyFor } from '../settings/remedy.ts';
import type { Settings } from '../settings/settings.ts';
import type { Use } from '../settings/use.ts';
import { isSecretField } from '../validate/secret-fields.ts';
import { documentLimitChecker, secondPlacements } from './amounts.ts';
import { denialFor, foreignReferences } from './foreign-references.ts';
import { type Identified, referencedKeys } from './identify.ts';
import { type TakenName, takenFix, takenNames, whyTaken } from './taken-names.ts';
import type { Tenants } from './tenants.ts';

export interface Authorized {
  /** The accepted documents. Rejected documents are left out, so that they cannot affect another tenant. */
  readonly allowed: readonly Identified[];
  readonly problems: readonly UnlocatedProblem[];
}

interface Context {
  readonly settings: Settings;
  readonly taken: TakenName;
}

/** Rejects documents in tenant directories that use something the tenant neither owns nor is granted. */
export function authorize(
  all: readonly Identified[],
  tenants: Tenants,
  { settings, kinds }: { readonly settings: Settings; readonly kinds: readonly AnyKind[] },
): Authorized {
  if (!settings.delegates) return { allowed: all, problems: [] };
  const context = { settings, taken: takenNames(all, kinds, settings) };
  const denied = new Map<Identified, readonly UnlocatedProblem[]>();
  for (const document of all) {
    const found = denialsOrBug(document, (tenant) => denials(document, tenant, context));
    if (found.length > 0) denied.set(document, found);
  }
  const accepted = all.filter((document) => !denied.has(document));
  const referenced = referencedKeys(all);
  const byKey = groupBy(
    accepted.filter(({ key }) => referenced.has(key)),
    ({ key }) => key,
  );
  const allowed: Identified[] = [];
  const problems: UnlocatedProblem[] = [];
  const placements = new Set<string>();
  const aboveLimit = documentLimitChecker(settings.granted);
  for (const document of all) {
    const foreign = denialsOrBug(document, (tenant) => foreignReferences(document, tenant, { tenants, byKey }));
    const own = joined(foreign, denied.get(document) ?? none);
    const found =
      own.length > 0 ? own : joined(secondPlacements(document, placements), aboveLimit(document, kindName(document)));
    if (found.length === 0) allowed.push(document);
    for (const problem of found) problems.push(problem);
  }
  return { allowed, problems };
}

/** A document that cannot be checked because of a bug is rejected too. */
function denialsOrBug(
  { authority, document }: Identified,
  denialsFor: (tenant: string) => readonly UnlocatedProblem[],
): readonly UnlocatedProblem[] {
  if (authority.sort !== 'tenant') return none;
  const { tenant } = authority;
  const bugs: UnlocatedProblem[] = [];
  const found = guardInto(bugs)({ origin: document.origin, tenants: [tenant] }, () => denialsFor(tenant), none);
  return joined(found, bugs);
}

/** Most documents have no problems. Without copies of their empty lists, there is less garbage to collect. */
const none: readonly UnlocatedProblem[] = [];

function joined(some: readonly UnlocatedProblem[], more: readonly UnlocatedProblem[]): readonly UnlocatedProblem[] {
  if (more.length === 0) return some;
  return some.length === 0 ? more : [...some, ...more];
}

function denials(document: Identified, tenant: string, context: Context): readonly UnlocatedProblem[] {
  const granted = context.settings.granted(tenant);
  const deny = denialFor(document, tenant);
  const taken = context.taken(tenant);
  if (taken) {
    const message = `a tenant's directory cannot be named ${tenant}: ${whyTaken(tenant, taken)}`;
    return [{ ...deny(['kind'], message, takenFix(tenant, taken)), code: 'reserved-tenant' }];
  }
  const kind = kindDenial(document, granted);
  if (kind) return [deny(['kind'], kind.message, kind.fix)];
  const name = kindName(document);
  const uses = usesOf(document, tenant, context.settings).filter((use) => !allows(granted, name, use));
  return uses.map((use) => {
    const { message, fix, choices } = remedyFor(use, granted, name, isSecretField(document.kind.id, use.path));
    return deny(use.path, message, fix, choices);
  });
}

const kindNames = new Map<KindId, string>();

/** Returns the name of a kind in Grants, such as `Tenant.kleff.kleff.io`. */
function kindName({ kind }: Pick<Identified, 'kind'>): string {
  const known = kindNames.get(kind.id);
  if (known !== undefined) return known;
  const { apiVersion, kind: name } = contracts[kind.id];
  const group = groupOf(apiVersion);
  kindNames.set(kind.id, group === '' ? name : `${name}.${group}`);
  return kindName({ kind });
}

/** Why authors of a tenant's directory cannot write the kind of the document. Undefined if they can. */
export function kindDenial(
  document: Pick<Identified, 'kind'>,
  granted: Granted,
): { readonly message: string; readonly fix: string } | undefined {
  const name = kindName(document);
  const { kind } = document;
  if (!kind.delegation) {
    const message = `${name} cannot be in a tenant's directory: only authors of the Platform's directory can write it`;
    return { message, fix: "move it to the Platform's directory" };
  }
  if (kind.delegation.byDefault || granted.kinds.has(name)) return undefined;
  const message = `authors of tenant ${granted.tenant} are not allowed to write ${name}`;
  return {
    message,
    fix: `add ${name} to spec.kinds of a Grant, or move the document to tenants/${granted.tenant}.yaml in the Platform's directory`,
  };
}

/**
 * What a document uses. The identity of an invalid document counts too, because a duplicate of another tenant's resource
 * would be an error of that tenant.
 */
function usesOf(document: Identified, tenant: string, settings: Settings): readonly Use[] {
  const { kind, namespace, name } = document;
  const isShared = settings.granted(tenant).shared.has(namespace);
  const identity = identityUses(document, isShared);
  if (!document.valid || !kind.delegation) return identity;
  const { origin, body } = document.document;
  const resource = { kind: kind.id, origin, tenant, namespace, name, body: body as Resource['body'] };
  const uses = kind.delegation.uses(resource, settings).filter(({ sort }) => isShared || sort !== 'object-name');
  const { free, freeAmounts = [] } = kind.delegation;
  const fields = fieldUses(body, isShared ? free : [...free, ...freeAmounts]);
  return [...identity, ...fields, ...annotationUses(body, kind), ...uses];
}

/**
 * The namespace of a resource must belong to the tenant or be granted to it. Names of cluster-scoped resources, and of resources
 * in a namespace that tenants share, must belong to the tenant too. The same applies to a resource that defines a tenant, because
 * its name becomes a label of namespaces.
 */
function identityUses({ kind, namespace, name }: Identified, isShared: boolean): readonly Use[] {
  const own = { sort: 'own-namespace', path: ['metadata', 'name'], name } as const;
  const { kind: objectKind, scope } = contracts[kind.id];
  if (objectKind === 'Namespace') return [own];
  if (scope === 'Cluster') return [{ ...own, sort: 'name' }];
  const place = { sort: 'namespace', path: ['metadata', 'namespace'], name: namespace } as const;
  const places = namespace === '' ? [] : [place];
  return isShared || kind.tenant ? [...places, { ...own, sort: 'name' }] : places;
}

/** Every value below spec outside the free fields, including null and empty lists, which can remove a default. */
function fieldUses(body: unknown, free: readonly string[]): readonly Use[] {
  const usesBelow = (value: unknown, path: Path, field: string): readonly Use[] => {
    const inner = childrenOf(value);
    if (inner.length === 0)
      return [{ sort: 'field', path, field, value: typeof value === 'string' ? value : JSON.stringify(value) }];
    return inner.flatMap(([step, child]) => {
      const inChild = typeof step === 'string' ? `${field}.${step}` : field;
      return child === undefined || free.includes(inChild) ? [] : usesBelow(child, [...path, step], inChild);
    });
  };
  const spec = valueAt(body, 'spec');
  return spec === undefined || free.includes('spec') ? [] : usesBelow(spec, ['spec'], 'spec');
}

/** The annotations that need a Grant, such as those that determine what is retained or deleted. */
function annotationUses(body: unknown, kind: AnyKind): readonly Use[] {
  if (valueAt(body, 'metadata', 'annotations') === undefined) return [];
  const ofTenant = kind.tenant ? lifecycleAnnotations : [];
  const unless = kind.pinned.flatMap(({ unless: annotation = [] }) => annotation);
  return [...(kind.delegation?.annotations ?? []), ...unless, ...ofTenant].flatMap((key): readonly Use[] => {
    const path = ['metadata', 'annotations', key];
    const value = textAt(body, ...path);
    return value === '' ? [] : [{ sort: 'field', path, field: path.join('.'), value }];
  });
}
