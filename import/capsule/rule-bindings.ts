import { listAt, type Path, textAt, textEntriesAt, textsAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { SourceFact } from '../effect/fact.ts';
import { quotaFacts } from '../effect/objects.ts';
import { readSubject } from '../effect/subject.ts';
import { type CapsuleTenant, fields } from './scope.ts';
import { bindingBehaviors } from './tenant.ts';

/** The RoleBindings and quotas that the rules of a Tenant add to the namespaces that they select. */
export function tenantRuleFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  return listAt(tenant.source.body, 'spec', 'rules').flatMap((rule, index) => {
    const path = ['spec', 'rules', index];
    const selector = [...path, 'namespaceSelector'];
    const isSelecting = valueAt(rule, 'namespaceSelector') !== undefined;
    const text = 'the rule also selects each namespace that gets matching labels later';
    return [
      ...listAt(rule, 'permissions', 'bindings').flatMap((_, at) =>
        bindingFacts(tenant, path, [...path, 'permissions', 'bindings', at]),
      ),
      ...listAt(rule, 'permissions', 'bindings').flatMap((_, at) =>
        bindingBehaviors(tenant.source, [...path, 'permissions', 'bindings', at]),
      ),
      ...listAt(rule, 'quota').flatMap((_, at) => sharedQuota(tenant, path, [...path, 'quota', at])),
      ...(isSelecting ? [{ aspect: 'behavior' as const, text, from: fields(tenant.source, selector) }] : []),
    ];
  });
}

/** The namespaces that a rule selects. */
export function selectedBy(tenant: CapsuleTenant, path: Path): readonly string[] {
  const given = valueAt(tenant.source.body, ...path, 'namespaceSelector');
  const selector = given === undefined ? {} : readSelector(given);
  const labelsOf = (name: string) => ({
    'kubernetes.io/metadata.name': name,
    'capsule.clastix.io/tenant': tenant.name,
    ...Object.fromEntries(textEntriesAt(tenant.exported.get(name)?.body, 'metadata', 'labels')),
  });
  return [...tenant.namespaces, tenant.newNamespace].filter((name) => selector && selects(selector, labelsOf(name)));
}

function bindingFacts(tenant: CapsuleTenant, rule: Path, path: Path): readonly SourceFact[] {
  const { source } = tenant;
  const role = { kind: 'ClusterRole', name: textAt(source.body, ...path, 'clusterRoleName') };
  const from = (at: number) =>
    fields(source, [...path, 'clusterRoleName'], [...path, 'subjects', at], [...rule, 'namespaceSelector']);
  return listAt(source.body, ...path, 'subjects').flatMap((subject, at) =>
    selectedBy(tenant, rule).map((namespace) => ({
      aspect: 'access',
      namespace,
      role,
      subject: readSubject(subject, namespace),
      from: from(at),
    })),
  );
}

function sharedQuota(tenant: CapsuleTenant, rule: Path, path: Path): readonly SourceFact[] {
  const { source } = tenant;
  const selected = selectedBy(tenant, rule);
  const existing = selected.filter((name) => name !== tenant.newNamespace);
  return quotaFacts(valueAt(source.body, ...path), existing.length > 0 ? existing : selected, true).map((fact) => ({
    ...fact,
    from: fields(
      source,
      [...path, 'name'],
      [...path, 'hard', fact.resource],
      [...path, 'scopes'],
      [...path, 'scopeSelector'],
      [...rule, 'namespaceSelector'],
    ),
  }));
}

/** Labels and annotations that a rule sets on the Namespaces that it selects. */
export function managedByRules(tenant: CapsuleTenant, namespace: string) {
  const { source } = tenant;
  return listAt(source.body, 'spec', 'rules').flatMap((rule, index) => {
    const path = ['spec', 'rules', index];
    if (!selectedBy(tenant, path).includes(namespace)) return [];
    return listAt(rule, 'enforce', 'metadata').flatMap((entry, at) => {
      if (!isOnNamespaces(entry)) return [];
      const own = [...path, 'enforce', 'metadata', at];
      return (['label', 'annotation'] as const).flatMap((aspect) => managedIn(tenant, own, aspect));
    });
  });
}

/** True if an entry of managed metadata applies to Namespaces, of the core group `v1`. */
export function isOnNamespaces(entry: unknown): boolean {
  const groups = textsAt(entry, 'apiGroups').map((group) => group.trim());
  const isCore = groups.length === 0 || groups.some((group) => ['', 'v1', '*'].includes(group));
  return isCore && textsAt(entry, 'kinds').some((kind) => kind.trim() === 'Namespace');
}

function managedIn({ source }: CapsuleTenant, path: Path, aspect: 'label' | 'annotation') {
  const keys = valueAt(source.body, ...path, `${aspect}s`);
  return Object.keys(typeof keys === 'object' && keys !== null ? keys : {}).flatMap((key) => {
    const managed = [...path, `${aspect}s`, key, 'managed'];
    const value = textAt(source.body, ...managed);
    // Only the cluster can evaluate a Go template.
    if (value === '' || value.includes('{{')) return [];
    return [{ aspect, key, value, from: fields(source, managed, [...path, 'kinds'], [...path, 'apiGroups']) }];
  });
}
