import { own } from '../../data/own.ts';
import { listAt, type Path, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { SourceFact } from '../effect/fact.ts';
import { type ManagedKey, namespaceFacts } from '../tenancy/namespace-facts.ts';
import { cordonLabel } from './cordon.ts';
import { managedByRules } from './rule-bindings.ts';
import { type CapsuleTenant, fields } from './scope.ts';

const options = ['spec', 'namespaceOptions'];
const nodeSelector = 'scheduler.alpha.kubernetes.io/node-selector';

/** The namespaces of a Tenant with their final labels and annotations. */
export function metadataFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source } = tenant;
  const later = listAt(source.body, ...options, 'additionalMetadataList').flatMap((entry, index): SourceFact[] => {
    if (valueAt(entry, 'namespaceSelector') === undefined) return [];
    const text = 'Capsule also adds this metadata to each namespace that gets matching labels later';
    return [{ aspect: 'behavior', text, from: fields(source, [...options, 'additionalMetadataList', index]) }];
  });
  return [...[...tenant.namespaces, tenant.newNamespace].flatMap((name) => factsOf(name, tenant)), ...later];
}

function factsOf(name: string, tenant: CapsuleTenant): readonly SourceFact[] {
  const source = tenant.exported.get(name);
  return namespaceFacts({
    name,
    tenant: tenant.name,
    source,
    managed: managedKeys(name, tenant),
    isDropped: (field, key) => key === cordonLabel || (field === 'annotation' && isCapsuleKey(key)),
  });
}

/** True for annotations that Capsule derives from the Tenant and that only Capsule reads. */
export function isCapsuleKey(key: string): boolean {
  return /^(?:[a-z.]+\.)?(?:capsule\.clastix\.io|projectcapsule\.dev)\//.test(key);
}

/** The keys that Capsule sets, in order of precedence. The first entry of a key takes effect [sources: capsule-3]. */
function managedKeys(name: string, tenant: CapsuleTenant): readonly ManagedKey[] {
  const { source } = tenant;
  const labels = Object.fromEntries(textEntriesAt(tenant.exported.get(name)?.body, 'metadata', 'labels'));
  const entries = listAt(source.body, ...options, 'additionalMetadataList');
  const selected = [...entries.keys()].filter((index) => isSelected(entries[index], labels));
  return [
    { aspect: 'label', key: 'capsule.clastix.io/tenant', value: tenant.name, from: [] },
    ...nodeSelectorKeys(tenant),
    ...managedByRules(tenant, name),
    ...keysAt([...options, 'additionalMetadata'], name, tenant),
    ...selected.flatMap((index) => keysAt([...options, 'additionalMetadataList', index], name, tenant)),
  ];
}

function isSelected(entry: unknown, labels: Readonly<Record<string, string>>): boolean {
  if (valueAt(entry, 'namespaceSelector') === undefined) return true;
  const selector = readSelector(valueAt(entry, 'namespaceSelector'));
  return selector !== undefined && selects(selector, labels);
}

function keysAt(path: Path, namespace: string, tenant: CapsuleTenant): readonly ManagedKey[] {
  const { source } = tenant;
  return (['label', 'annotation'] as const).flatMap((aspect) =>
    textEntriesAt(source.body, ...path, `${aspect}s`).map(([key, text]) => ({
      aspect,
      key,
      value: path.length > 2 && path.includes('additionalMetadataList') ? expanded(text, namespace, tenant.name) : text,
      from: fields(source, [...path, `${aspect}s`, key], [...path, 'namespaceSelector']),
    })),
  );
}

/** Capsule replaces `{{tenant.name}}` and `{{namespace}}`. */
export function expanded(text: string, namespace: string, tenant: string): string {
  const values: Readonly<Record<string, string>> = { 'tenant.name': tenant, namespace };
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (whole, name: string) => own(values, name.trim().toLowerCase()) ?? whole);
}

/** The annotation that the PodNodeSelector plugin reads, with sorted keys. */
function nodeSelectorKeys({ source }: CapsuleTenant): readonly ManagedKey[] {
  const pairs = textEntriesAt(source.body, 'spec', 'nodeSelector').map(([key, text]) => `${key}=${text}`);
  if (pairs.length === 0) return [];
  const value = pairs.toSorted().join(',');
  return [{ aspect: 'annotation', key: nodeSelector, value, from: fields(source, ['spec', 'nodeSelector']) }];
}
