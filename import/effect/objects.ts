import { childrenOf, isMapping, listAt, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { canonical, readQuantity } from '../../kubernetes/quantity.ts';
import { serverFields } from '../../kubernetes/server-fields.ts';
import { canonicalText, type Fact } from './fact.ts';
import { isClusterKey } from './inert.ts';
import { readRole, readSubject } from './subject.ts';

/** The effects of one namespaced object in a namespace. */
export function objectFacts(body: Tree, namespace: string): readonly Fact[] {
  const kind = `${textAt(body, 'apiVersion').split('/')[0]} ${textAt(body, 'kind')}`;
  if (kind === 'rbac.authorization.k8s.io RoleBinding') return accessFacts(body, namespace);
  if (kind === 'v1 ResourceQuota') return quotaFacts(valueAt(body, 'spec'), [namespace], false);
  if (kind === 'v1 LimitRange') return limitFacts(valueAt(body, 'spec'), namespace);
  return [{ aspect: 'object', namespace, body: effectiveBody(body) }];
}

function accessFacts(body: Tree, namespace: string): readonly Fact[] {
  const role = readRole(valueAt(body, 'roleRef'));
  return listAt(body, 'subjects').map((one) => ({
    aspect: 'access',
    namespace,
    role,
    subject: readSubject(one, namespace),
  }));
}

/** The amounts of a ResourceQuotaSpec that limits the namespaces together. */
export function quotaFacts(
  spec: unknown,
  namespaces: readonly string[],
  isShared: boolean,
): readonly (Fact & { aspect: 'quota' })[] {
  const scope = scopeText(spec);
  return childrenOf(valueAt(spec, 'hard')).flatMap(([resource, amount]) =>
    typeof amount === 'string' || typeof amount === 'number'
      ? [{ aspect: 'quota' as const, namespaces, resource: String(resource), scope, amount: String(amount), isShared }]
      : [],
  );
}

/** The canonical text of the scopes. Empty without scopes. */
export function scopeText(spec: unknown): string {
  const scopes = listAt(spec, 'scopes');
  const selector = mappingAt(spec, 'scopeSelector');
  if (scopes.length === 0 && Object.keys(selector).length === 0) return '';
  return canonicalText({
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(Object.keys(selector).length > 0 ? { scopeSelector: selector } : {}),
  });
}

export function limitFacts(spec: unknown, namespace: string): readonly Fact[] {
  return listAt(spec, 'limits').flatMap((limit) =>
    isMapping(limit) ? [{ aspect: 'limit' as const, namespace, limit: canonicalLimit(limit) }] : [],
  );
}

/** Formats quantities like the API server. */
function canonicalLimit(limit: Tree): Tree {
  const amounts = (bound: unknown) =>
    isMapping(bound)
      ? Object.fromEntries(Object.entries(bound).map(([name, one]) => [name, canonicalAmount(one)]))
      : bound;
  return Object.fromEntries(Object.entries(limit).map(([bound, value]) => [bound, amounts(value)]));
}

function canonicalAmount(amount: unknown): unknown {
  const text = typeof amount === 'number' ? String(amount) : amount;
  return typeof text === 'string' && readQuantity(text) !== undefined ? canonical(text) : amount;
}

/** The object without its namespace, its status and the fields and keys that the cluster sets. */
export function effectiveBody(body: Tree): Tree {
  const { status: _, metadata: __, ...rest } = body;
  const metadata = { ...mappingAt(body, 'metadata'), ...ownKeys(body, 'labels'), ...ownKeys(body, 'annotations') };
  const own = Object.entries(metadata).filter(
    ([key, value]) => !['namespace', 'generateName', ...serverFields].includes(key) && !isEmpty(value),
  );
  return { ...rest, metadata: Object.fromEntries(own) };
}

function ownKeys(body: Tree, field: string): Tree {
  const entries = Object.entries(mappingAt(body, 'metadata', field));
  return { [field]: Object.fromEntries(entries.filter(([key]) => !isClusterKey(key))) };
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && childrenOf(value).length === 0;
}
