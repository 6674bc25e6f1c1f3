import { groupBy } from '../../data/group-by.ts';
import { childrenOf, isMapping, isSame, mappingAt, type Tree } from '../../data/tree.ts';
import { formatMilli, readQuantity } from '../../kubernetes/quantity.ts';
import { ruleDifference } from './compare-rules.ts';
import { describeFact, describeNames } from './describe.ts';
import type { Difference } from './difference.ts';
import type { EnforcedRules } from './enforced.ts';
import {
  canonicalText,
  type Fact,
  factKey,
  namespacesOfFact,
  type QuotaFact,
  type Role,
  type SourceFact,
} from './fact.ts';
import { fieldDifference } from './live-objects.ts';
import { lost } from './lost.ts';
import { isNewNamespace } from './source-system.ts';

/** The facts of a render, indexed for comparison. */
export interface RenderedEffect {
  /** The resources with errors, such as `Tenant acme`, and the namespaces of Tenants with errors. */
  readonly failed: ReadonlySet<string>;
  readonly byKey: ReadonlyMap<string, readonly Fact[]>;
  readonly quotas: readonly QuotaFact[];
  /** The rendered objects by name, such as `Deployment acme/web`. */
  readonly objects: ReadonlyMap<string, Tree>;
  /** The rules that the API server enforces, by namespace. */
  readonly enforced: ReadonlyMap<string, EnforcedRules>;
}

export function indexFacts(
  facts: readonly Fact[],
  rest: Pick<RenderedEffect, 'enforced' | 'failed' | 'objects'>,
): RenderedEffect {
  return {
    ...rest,
    byKey: groupBy(facts, factKey),
    quotas: facts.filter((fact): fact is QuotaFact => fact.aspect === 'quota'),
  };
}

/** How the render differs from a fact. Undefined if the render has the same effect, or grants a stronger role. */
export function differenceOf(fact: SourceFact, rendered: RenderedEffect): Difference | undefined {
  if (isFailed(fact, rendered))
    return { kind: 'lost', text: 'its file has an error, so it is not rendered', isEverywhere: true };
  if (fact.aspect === 'quota') return quotaDifference(fact, rendered);
  if (fact.aspect === 'field') {
    const now = rendered.objects.get(fact.object);
    const text = `${fact.object} is not rendered: it stays, and nothing manages it`;
    return now ? fieldDifference(now, fact.live, fact.path) : { kind: 'lost', text };
  }
  if (fact.aspect === 'rule' && fact.rejects) return ruleDifference(fact, rendered.enforced.get(fact.namespace));
  const found = rendered.byKey.get(factKey(fact)) ?? [];
  if (fact.aspect === 'access' && found.length === 0) return hasStrongerRole(fact, rendered) ? undefined : lost(fact);
  const [first] = found;
  if (!first) return lost(fact);
  return found.some((one) => hasSameValue(fact, one)) ? undefined : changed(fact, first);
}

function isFailed(fact: Fact, { failed }: RenderedEffect): boolean {
  if (fact.aspect === 'statement') return failed.has(fact.resource);
  const names = namespacesOfFact(fact);
  return names.length > 0 && names.every((name) => failed.has(name));
}

function changed(fact: Fact, now: Fact): Difference {
  if (fact.aspect === 'namespace' && now.aspect === 'namespace')
    return { kind: 'different', text: `namespace ${now.namespace} is in Tenant ${now.tenant}` };
  if (fact.aspect === 'rule' && now.aspect === 'rule') {
    if (isSame({ ...mapping(fact.value), unqualified: true }, now.value))
      return { kind: 'wider', text: 'images without a registry are also allowed, as images of docker.io' };
    return { kind: 'different', text: `${describeFact(fact)} becomes ${canonicalText(now.value)}` };
  }
  if (fact.aspect === 'object') return { kind: 'different', text: `${describeFact(fact)} is rendered differently` };
  return { kind: 'different', text: `${describeFact(fact)} becomes ${describeFact(now)}` };
}

function mapping(value: unknown): Tree {
  return isMapping(value) ? value : {};
}

function hasSameValue(a: Fact, b: Fact): boolean {
  if (a.aspect === 'namespace' && b.aspect === 'namespace') return a.tenant === b.tenant;
  if ((a.aspect === 'label' || a.aspect === 'annotation') && a.aspect === b.aspect) return a.value === b.value;
  if (a.aspect === 'object' && b.aspect === 'object') return isSameObject(a.body, b.body);
  if (a.aspect === 'rule' && b.aspect === 'rule') return isSame(a.value, b.value);
  if (a.aspect === 'statement' && b.aspect === 'statement') return isSame(a.value, b.value);
  return a.aspect === b.aspect;
}

/** Labels and annotations that the render adds do not change an object. */
function isSameObject(a: Tree, b: Tree): boolean {
  const rest = ({ metadata: _, ...fields }: Tree) => withoutEmpty(fields);
  const keeps = (field: string) =>
    Object.entries(mappingAt(a, 'metadata', field)).every(([key, value]) =>
      isSame(mappingAt(b, 'metadata', field)[key], value),
    );
  return isSame(rest(a), rest(b)) && keeps('labels') && keeps('annotations');
}

/**
 * Removes empty lists and mappings from fields, where they mean the same as an absent field. Keeps them as list items.
 */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isMapping(value)) return value;
  const kept = Object.entries(value).map(([key, inner]) => [key, withoutEmpty(inner)] as const);
  return Object.fromEntries(kept.filter(([, inner]) => typeof inner !== 'object' || childrenOf(inner).length > 0));
}

/** Each of these cluster roles of Kubernetes contains the ones after it. */
const defaultRoles = ['admin', 'edit', 'view'];

function hasStrongerRole(fact: Fact & { readonly aspect: 'access' }, rendered: RenderedEffect): boolean {
  return strongerRoles(fact.role).some((role) => rendered.byKey.has(factKey({ ...fact, role })));
}

/** The default cluster roles of Kubernetes that contain a role. */
export function strongerRoles({ kind, name }: Role): readonly Role[] {
  const rank = kind === 'ClusterRole' ? defaultRoles.indexOf(name) : -1;
  return defaultRoles.slice(0, Math.max(0, rank)).map((stronger) => ({ kind, name: stronger }));
}

/**
 * Compares amounts. A render with a bound for each of the namespaces grants fixed shares, also to namespaces that are added
 * later. This is narrower than a shared amount, unless the sum of the shares is greater.
 */
function quotaDifference(fact: SourceFact & QuotaFact, { quotas }: RenderedEffect): Difference | undefined {
  const alike = quotas.filter((one) => one.resource === fact.resource && one.scope === fact.scope);
  const together = alike.filter((one) => isSame(one.namespaces, fact.namespaces) && one.isShared === fact.isShared);
  const total = readQuantity(fact.amount) ?? 0n;
  if (together.length > 0) return boundDifference(fact, lowest(together), total);
  const parts = fact.namespaces.map((name) => alike.filter((one) => isSame(one.namespaces, [name])));
  const missing = fact.namespaces.filter((_, index) => parts[index]?.length === 0);
  if (missing.length === fact.namespaces.length) return lost(fact);
  if (missing.length > 0)
    return { kind: 'wider', text: `nothing enforces ${describeFact(fact)} in ${describeNames(missing)}` };
  const bound = sum(parts.map(lowest));
  if (bound > total) return boundDifference(fact, bound, total);
  const shares = fact.namespaces.map((name, index) => `${name} ${formatted(lowest(parts[index] ?? []), fact)}`);
  const noun = shares.length === 1 ? 'a fixed share' : 'fixed shares';
  const list = fact.namespaces.some(isNewNamespace)
    ? 'a fixed share for each namespace'
    : `${noun}: ${shares.join(', ')}`;
  return { kind: 'narrower', text: `${describeFact(fact)} becomes ${list}` };
}

function boundDifference(fact: QuotaFact, bound: bigint, total: bigint): Difference | undefined {
  if (bound === total) return undefined;
  const text = `${describeFact(fact)} becomes ${formatted(bound, fact)}`;
  return { kind: bound > total ? 'wider' : 'narrower', text };
}

function formatted(amount: bigint, { amount: original }: QuotaFact): string {
  return formatMilli(amount, original.endsWith('i') ? 'binary' : 'decimal');
}

function lowest(facts: readonly QuotaFact[]): bigint {
  const amounts = facts.map(({ amount }) => readQuantity(amount) ?? 0n);
  return amounts.reduce((least, one) => (one < least ? one : least), amounts[0] ?? 0n);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, one) => total + one, 0n);
}
