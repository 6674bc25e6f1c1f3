import { leavesOf } from '../../data/leaves.ts';
import { isMapping, listAt, type Path, textAt, textsAt, valueAt } from '../../data/tree.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { type CapsuleTenant, fields, inAll } from './scope.ts';

/** The rules of Capsule's admission webhooks in the namespaces of a Tenant [sources: capsule-4]. */
export function ruleFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  return [
    ...Object.entries(classFields).flatMap(([path, rule]) => classFacts(tenant, path.split('.'), rule)),
    ...hostFacts(tenant),
    ...Object.entries(otherRules).flatMap(([path, rule]) => otherFacts(tenant, path.split('.'), rule)),
  ];
}

/** Names of rules as every model and the render use them. */
const classFields: Readonly<Record<string, string>> = {
  'spec.storageClasses': 'storage classes',
  'spec.ingressOptions.allowedClasses': 'ingress classes',
  'spec.priorityClasses': 'priority classes',
  'spec.runtimeClasses': 'runtime classes',
  'spec.deviceClasses': 'device classes',
  'spec.gatewayOptions.allowedClasses': 'gateway classes',
  'spec.containerRegistries': 'image registries',
};

/** Capsule allows the listed names, those that match an expression, and those with matching labels. */
function classFacts(tenant: CapsuleTenant, path: Path, rule: string): readonly SourceFact[] {
  const { source } = tenant;
  const given = valueAt(source.body, ...path);
  if (!isMapping(given)) return [];
  const { default: standard, ...allowed } = given;
  const value = allowedValue(allowed);
  const from = Object.keys(allowed).length === 0 ? fields(source, path) : fieldsBelow(tenant, path, allowed);
  const filled = typeof standard === 'string' && standard !== '';
  const text = `Capsule fills in ${String(standard)} where an object names none of the ${rule}`;
  return [
    ...inAll(tenant, (namespace) => ({ aspect: 'rule', namespace, rule, value, from })),
    ...(filled ? [{ aspect: 'behaviour' as const, text, from: fields(source, [...path, 'default']) }] : []),
  ];
}

function fieldsBelow({ source }: CapsuleTenant, path: Path, value: Readonly<Record<string, unknown>>) {
  return Object.keys(value).flatMap((field) => fields(source, [...path, field]));
}

/** The form in which rules about names are compared. */
function allowedValue(allowed: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { allowed: _, allowedRegex: pattern, matchLabels, matchExpressions } = allowed;
  return {
    names: textsAt(allowed, 'allowed').toSorted(),
    ...(typeof pattern === 'string' && pattern !== '' ? { pattern } : {}),
    ...(matchLabels === undefined ? {} : { matchLabels }),
    ...(matchExpressions === undefined ? {} : { matchExpressions }),
  };
}

const ingress = ['spec', 'ingressOptions'];

/** Hosts of Ingresses. Capsule rejects wildcards unless the Tenant allows them, also in a Tenant without a list of hosts. */
function hostFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source } = tenant;
  const given = valueAt(source.body, ...ingress, 'allowedHostnames');
  const wildcards = [...ingress, 'allowWildcardHostnames'];
  const denyWildcards = valueAt(source.body, ...wildcards) !== true;
  const isStated = typeof valueAt(source.body, ...wildcards) === 'boolean';
  if (!isMapping(given) && !(isStated && denyWildcards)) return [];
  const names = isMapping(given) ? allowedValue(given) : {};
  const listed = isMapping(given) ? fieldsBelow(tenant, [...ingress, 'allowedHostnames'], given) : [];
  const from = [...listed, ...fields(source, wildcards)];
  return inAll(tenant, (namespace) => ({
    aspect: 'rule',
    namespace,
    rule: 'hosts',
    value: { ...names, denyWildcards },
    from,
  }));
}

/** Fields whose rules no resource of leasehold states. */
const otherRules: Readonly<Record<string, string>> = {
  'spec.ingressOptions.hostnameCollisionScope': 'hosts that several Ingresses have',
  'spec.imagePullPolicies': 'image pull policies',
  'spec.serviceOptions.allowedServices': 'types of Services',
  'spec.serviceOptions.externalIPs': 'external addresses of Services',
  'spec.serviceOptions.forbiddenLabels': 'labels of Services',
  'spec.serviceOptions.forbiddenAnnotations': 'annotations of Services',
  'spec.namespaceOptions.quota': 'the number of namespaces',
  'spec.namespaceOptions.forbiddenLabels': 'labels that owners may not set on namespaces',
  'spec.namespaceOptions.forbiddenAnnotations': 'annotations that owners may not set on namespaces',
  'spec.namespaceOptions.requiredMetadata': 'labels and annotations that namespaces need',
  'spec.cordoned': 'changes while the Tenant is cordoned',
  'spec.preventDeletion': 'deletion of the Tenant',
  'spec.forceTenantPrefix': 'names of namespaces',
  'spec.rules': 'everything that spec.rules states',
};

function otherFacts(tenant: CapsuleTenant, path: Path, rule: string): readonly SourceFact[] {
  const { source } = tenant;
  const leaves = leavesOf(valueAt(source.body, ...path), path).filter((leaf) => !isDefault(leaf.path, leaf.value));
  const advice = adviceFor[path.join('.')];
  return leaves.flatMap((leaf) =>
    inAll(tenant, (namespace) => ({
      aspect: 'rule',
      namespace,
      rule,
      value: valueAt(source.body, ...path),
      from: fields(source, leaf.path),
      advice,
    })),
  );
}

const adviceFor: Readonly<Record<string, string>> = {
  'spec.namespaceOptions.quota': 'whoever reviews the file of the Tenant sees how many namespaces it lists',
  'spec.cordoned': 'protect the file of the Tenant from changes',
  'spec.preventDeletion': 'namespaces stay when the file of the Tenant goes',
};

/** Values that restrict nothing. */
function isDefault(path: Path, value: unknown): boolean {
  if (value === '' || (isMapping(value) && Object.keys(value).length === 0)) return true;
  if (listAt(value).length === 0 && Array.isArray(value)) return true;
  if (path.includes('allowedServices')) return value === true;
  if (path.at(-1) === 'hostnameCollisionScope') return value === 'Disabled';
  return value === false;
}

/** The fields of rules that restrict nothing. */
export function inertRules({ source }: CapsuleTenant): readonly InertField[] {
  const why = 'it restricts nothing';
  const paths = [...Object.keys(otherRules), 'spec.namespaceOptions.managedMetadataOnly'].map((path) =>
    path.split('.'),
  );
  const ownership = { source, path: ['spec', 'permissions', 'allowOwnerPromotion'], why };
  const wildcards = { source, path: [...ingress, 'allowWildcardHostnames'], why };
  const scope = textAt(source.body, 'spec', 'resourceQuotas', 'scope');
  const items = listAt(source.body, 'spec', 'resourceQuotas', 'items');
  const unused = scope !== '' && items.length === 0 ? fields(source, ['spec', 'resourceQuotas', 'scope']) : [];
  return [
    ...paths.flatMap((path) =>
      leavesOf(valueAt(source.body, ...path), path)
        .filter((leaf) => isDefault(leaf.path, leaf.value))
        .map((leaf) => ({ source, path: leaf.path, why })),
    ),
    ...unused.map((field) => ({ ...field, why })),
    ownership,
    wildcards,
  ];
}
