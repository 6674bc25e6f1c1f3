import { leavesOf } from '../../data/leaves.ts';
import { own } from '../../data/own.ts';
import { listAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import type { SourceFact } from '../effect/fact.ts';
import { isClusterKey } from '../effect/inert.ts';
import { type CapsuleTenant, fields } from './scope.ts';

/** Annotations of a Tenant that Capsule acts on. */
const rules: Readonly<Record<string, string>> = {
  'capsule.clastix.io/forbidden-namespace-labels': 'Capsule rejects these labels on namespaces',
  'capsule.clastix.io/forbidden-namespace-labels-regexp': 'Capsule rejects these labels on namespaces',
  'capsule.clastix.io/forbidden-namespace-annotations': 'Capsule rejects these annotations on namespaces',
  'capsule.clastix.io/forbidden-namespace-annotations-regexp': 'Capsule rejects these annotations on namespaces',
  'capsule.clastix.io/protected': 'Capsule rejects the deletion of the Tenant',
};

const addOn = 'Capsule or an add-on reads this key from the Capsule Tenant, and the import replaces that Tenant';

/** The Tenant itself: its name, labels, annotations, and behavior that needs a running Capsule. */
export function tenantFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source, name } = tenant;
  const resource = `Tenant ${name}`;
  const head = fields(source, ['apiVersion'], ['kind'], ['metadata', 'name']);
  return [
    { aspect: 'statement', resource, path: ['metadata', 'name'], value: name, from: head },
    ...(['labels', 'annotations'] as const).flatMap((field) =>
      textEntriesAt(source.body, 'metadata', field).flatMap(([key, value]): readonly SourceFact[] => {
        const from = fields(source, ['metadata', field, key]);
        const text = own(rules, key);
        if (text !== undefined) return [{ aspect: 'behavior', text, from }];
        if (/(?:^|\.)projectcapsule\.dev\//.test(key)) return [{ aspect: 'behavior', text: addOn, from }];
        if (isClusterKey(key) || /(?:^|\.)capsule\.clastix\.io\//.test(key)) return [];
        return [{ aspect: 'statement', resource, path: ['metadata', field, key], value, from }];
      }),
    ),
    ...behaviors(tenant),
  ];
}

const behaviorFields: Readonly<Record<string, string>> = {
  'spec.data': 'templates of replications can use the data',
  'spec.permissions.matchOwners': 'every TenantOwner that gets matching labels later also becomes an owner',
  'spec.podOptions.additionalMetadata': 'Capsule adds this metadata to each pod',
  'spec.serviceOptions.additionalMetadata': 'Capsule adds this metadata to each Service',
};

/** Behavior that only a running operator has. */
function behaviors({ source }: CapsuleTenant): readonly SourceFact[] {
  const stated = Object.entries(behaviorFields).flatMap(([path, text]) =>
    leavesOf(valueAt(source.body, ...path.split('.')), path.split('.'))
      .filter(({ value }) => value !== '' && typeof value !== 'object')
      .map((leaf) => ({ aspect: 'behavior' as const, text, from: fields(source, leaf.path) })),
  );
  const only = 'Capsule removes from its namespaces every label and annotation that the Tenant does not list';
  const isOnly = valueAt(source.body, 'spec', 'namespaceOptions', 'managedMetadataOnly') === true;
  const from = fields(source, ['spec', 'namespaceOptions', 'managedMetadataOnly']);
  return [
    ...stated,
    ...(isOnly ? [{ aspect: 'behavior' as const, text: only, from }] : []),
    ...['owners', 'additionalRoleBindings'].flatMap((list) =>
      listAt(source.body, 'spec', list).flatMap((_, index) => bindingBehaviors(source, ['spec', list, index])),
    ),
  ];
}

/** What Capsule does for an owner or a binding, in addition to creating the RoleBinding. */
export function bindingBehaviors(
  source: CapsuleTenant['source'],
  path: readonly (string | number)[],
): readonly SourceFact[] {
  const texts = {
    proxySettings: 'capsule-proxy lets the owner access these cluster-scoped objects',
    labels: 'Capsule puts these labels on the RoleBindings',
    annotations: 'Capsule puts these annotations on the RoleBindings',
  };
  return Object.entries(texts).flatMap(([field, text]) =>
    valueAt(source.body, ...path, field) === undefined
      ? []
      : [{ aspect: 'behavior' as const, text, from: fields(source, [...path, field]) }],
  );
}
