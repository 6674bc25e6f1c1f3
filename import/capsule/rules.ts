import { leavesOf } from '../../data/leaves.ts';
import { own } from '../../data/own.ts';
import { isMapping, listAt, type Path, textAt, textsAt, valueAt } from '../../data/tree.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { classRuleFacts } from './class-rules.ts';
import { pullPolicyWebhook } from './class-webhooks.ts';
import { cordonFacts } from './cordon.ts';
import { hostFacts, ingressOptions } from './host-rules.ts';
import { isOnNamespaces } from './rule-bindings.ts';
import { type CapsuleTenant, fields, inAll } from './scope.ts';
import { serviceFacts } from './service-rules.ts';

/** The rules of Capsule's admission webhooks in the namespaces of a Tenant [sources: capsule-4, capsule-6]. */
export function ruleFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  return [
    ...classRuleFacts(tenant),
    ...hostFacts(tenant),
    ...serviceFacts(tenant),
    ...Object.entries(otherRules).flatMap(([path, rule]) => otherFacts(tenant, path.split('.'), rule)),
    ...reviewedFacts(tenant),
    ...statedRules(tenant),
    ...pullPolicies(tenant),
    ...cordonFacts(tenant),
  ];
}

/** Fields with rules that no leasehold resource can express. */
const otherRules: Readonly<Record<string, string>> = {
  'spec.ingressOptions.hostnameCollisionScope': 'duplicate hosts of Ingresses',
  'spec.serviceOptions.forbiddenLabels': 'labels of Services',
  'spec.serviceOptions.forbiddenAnnotations': 'annotations of Services',
};

/** Fields with rules for changes with kubectl. Here, users open pull requests. */
const namespaceRules: Readonly<Record<string, string>> = {
  'spec.namespaceOptions.quota': 'how many namespaces owners create',
  'spec.namespaceOptions.forbiddenLabels': 'the labels that owners set on namespaces',
  'spec.namespaceOptions.forbiddenAnnotations': 'the annotations that owners set on namespaces',
  'spec.namespaceOptions.requiredMetadata': 'the labels and annotations that owners set on namespaces',
  'spec.forceTenantPrefix': 'the names that owners choose for namespaces',
  'spec.preventDeletion': 'deletions of the Tenant',
};

/** Rules that the review of a pull request replaces. */
function reviewedFacts({ source }: CapsuleTenant): readonly SourceFact[] {
  return Object.entries(namespaceRules).flatMap(([field, what]) => {
    const path = field.split('.');
    const leaves = leavesOf(valueAt(source.body, ...path), path).filter((leaf) => !isDefault(leaf.path, leaf.value));
    const text = `Capsule checks ${what}; with leasehold, the review of a pull request decides`;
    return leaves.map((leaf) => ({ aspect: 'behavior', text, from: fields(source, leaf.path) }));
  });
}

function otherFacts(tenant: CapsuleTenant, path: Path, rule: string): readonly SourceFact[] {
  const { source } = tenant;
  const leaves = leavesOf(valueAt(source.body, ...path), path).filter((leaf) => !isDefault(leaf.path, leaf.value));
  return leaves.flatMap((leaf) =>
    inAll(tenant, (namespace) => ({
      aspect: 'rule',
      namespace,
      rule,
      value: valueAt(source.body, ...path),
      from: fields(source, leaf.path),
    })),
  );
}

function pullPolicies(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source } = tenant;
  const names = textsAt(source.body, 'spec', 'imagePullPolicies').toSorted();
  if (names.length === 0) return [];
  return inAll(tenant, (namespace) => ({
    aspect: 'rule',
    namespace,
    rule: 'image pull policies',
    value: { names },
    from: fields(source, ['spec', 'imagePullPolicies']),
    rejects: pullPolicyWebhook(names),
  }));
}

/** The leaves of `spec.rules` other than RoleBindings, quotas and managed metadata of namespaces. */
function statedRules(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source } = tenant;
  const path = ['spec', 'rules'];
  const others = leavesOf(valueAt(source.body, ...path), path).filter(
    (leaf) => !isModeled(source.body, leaf.path) && !isOff(leaf.value),
  );
  const names: Readonly<Record<string, string>> = {
    enforce: 'the content of requests',
    audience: 'the users that a rule limits',
  };
  return others.flatMap((leaf) => {
    const rule = own(names, String(leaf.path[3])) ?? `spec.rules.${String(leaf.path[3])}`;
    return inAll(tenant, (namespace) => ({
      aspect: 'rule',
      namespace,
      rule,
      value: leaf.value,
      from: fields(source, leaf.path),
    }));
  });
}

/** True for values that restrict nothing: the API server fills in empty mappings and false. */
function isOff(value: unknown): boolean {
  return value === '' || value === false || (typeof value === 'object' && value !== null);
}

function isModeled(body: unknown, path: Path): boolean {
  const [, , , field, list] = path;
  if (field === 'namespaceSelector' || field === 'quota' || (field === 'permissions' && list === 'bindings'))
    return true;
  const entry = valueAt(body, ...path.slice(0, 6));
  const isOnlyNamespace = textsAt(entry, 'kinds').length === 1 && isOnNamespaces(entry);
  const isHead = path[6] === 'kinds' || path[6] === 'apiGroups';
  const isManaging = leavesOf(entry).some((leaf) => leaf.path.at(-1) === 'managed');
  const isPart = path.at(-1) === 'managed' || (isHead && isManaging);
  return field === 'enforce' && list === 'metadata' && isOnlyNamespace && isPart;
}

/** True for a value that restricts nothing. */
function isDefault(path: Path, value: unknown): boolean {
  if (value === '' || (isMapping(value) && Object.keys(value).length === 0)) return true;
  if (listAt(value).length === 0 && Array.isArray(value)) return true;
  if (path.includes('allowedServices')) return value === true;
  if (path.at(-1) === 'hostnameCollisionScope') return value === 'Disabled';
  return value === false;
}

/** The fields of rules that restrict nothing. */
export function inertRules({ source }: CapsuleTenant): readonly InertField[] {
  const why = 'no restriction';
  const more = ['spec.namespaceOptions.managedMetadataOnly', 'spec.cordoned', 'spec.serviceOptions.allowedServices'];
  const paths = [...Object.keys(otherRules), ...Object.keys(namespaceRules), ...more].map((path) => path.split('.'));
  const ownership = { source, path: ['spec', 'permissions', 'allowOwnerPromotion'], why };
  const wildcards = { source, path: [...ingressOptions, 'allowWildcardHostnames'], why };
  const scope = textAt(source.body, 'spec', 'resourceQuotas', 'scope');
  const items = listAt(source.body, 'spec', 'resourceQuotas', 'items');
  const rules = ['spec', 'rules'];
  const off = leavesOf(valueAt(source.body, ...rules), rules).filter((leaf) => isOff(leaf.value));
  const unused = scope !== '' && items.length === 0 ? fields(source, ['spec', 'resourceQuotas', 'scope']) : [];
  return [
    ...paths.flatMap((path) =>
      leavesOf(valueAt(source.body, ...path), path)
        .filter((leaf) => isDefault(leaf.path, leaf.value))
        .map((leaf) => ({ source, path: leaf.path, why })),
    ),
    ...off.map((leaf) => ({ source, path: leaf.path, why })),
    ...unused.map((field) => ({ ...field, why })),
    ownership,
    wildcards,
  ];
}
