import { textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { mtoKindLabel, mtoQuotaLabel, mtoTenantAnnotation, mtoTenantLabel } from '../../kinds/mto/integration/keys.ts';
import { itemOf } from '../../kinds/mto/tenant/listed-namespaces.ts';
import type { SourceFact } from '../effect/fact.ts';
import { type ManagedKey, namespaceFacts } from '../tenancy/namespace-facts.ts';
import { type MtoNamespace, type MtoTenant, specificEntries, statedEntries } from './scope.ts';
import type { MtoResource } from './written.ts';

/** The namespaces of a Tenant with their final labels and annotations. */
export function metadataFacts(tenant: MtoTenant, settings: MtoResource | undefined): readonly SourceFact[] {
  const added: MtoNamespace = {
    name: tenant.newNamespace,
    sandbox: undefined,
    from: [],
    source: undefined,
    isListed: true,
  };
  return [...tenant.namespaces, added].flatMap((namespace) => {
    const managed = managedKeys(namespace, tenant, settings);
    const facts = namespaceFacts({
      name: namespace.name,
      tenant: tenant.name,
      source: namespace.source,
      managed,
      isDropped: () => false,
    });
    return facts.map((fact) =>
      fact.aspect === 'namespace' ? { ...fact, from: [...fact.from, ...namespace.from] } : fact,
    );
  });
}

/**
 * The keys that MTO sets, highest precedence first: its own keys, `specific`, `sandbox`, `common`, and the
 * IntegrationConfig [sources: mto-6].
 */
export function managedKeys(
  namespace: MtoNamespace,
  { resource, name }: MtoTenant,
  settings: MtoResource | undefined,
): readonly ManagedKey[] {
  const base = ['spec', 'namespaces', 'metadata'];
  const isSandbox = namespace.sandbox !== undefined;
  return [
    ...ownKeys(namespace, resource, name),
    ...specificEntries(resource, namespace.name).flatMap((path) =>
      keysAt(resource, path, namespace).map((key) => ({
        ...key,
        from: [...key.from, resource.field([...path, 'namespaces'])],
      })),
    ),
    ...(isSandbox ? keysAt(resource, [...base, 'sandbox'], namespace) : []),
    ...keysAt(resource, [...base, 'common'], namespace),
    ...(settings && isSandbox ? keysAt(settings, ['spec', 'metadata', 'sandboxes'], namespace) : []),
    ...(settings ? keysAt(settings, ['spec', 'metadata', 'namespaces'], namespace) : []),
  ];
}

function ownKeys({ name, sandbox, source, isListed }: MtoNamespace, resource: MtoResource, tenant: string) {
  const stated = isListed ? '' : textAt(source?.body, 'metadata', 'labels', mtoKindLabel);
  const kind = sandbox ? 'sandbox' : itemOf(tenant, name);
  const quota = ['spec', 'quota'];
  return [
    { aspect: 'label' as const, key: mtoTenantLabel, value: tenant, from: [] },
    { aspect: 'label' as const, key: mtoKindLabel, value: stated || kind, from: [] },
    {
      aspect: 'label' as const,
      key: mtoQuotaLabel,
      value: textAt(resource.body, ...quota),
      from: [resource.field(quota)],
    },
    { aspect: 'annotation' as const, key: mtoTenantAnnotation, value: tenant, from: [] },
  ];
}

function keysAt(resource: MtoResource, path: readonly (string | number)[], { sandbox }: MtoNamespace) {
  return (['label', 'annotation'] as const).flatMap((aspect) =>
    statedEntries(resource, [...path, `${aspect}s`]).map((entry) => ({
      ...entry,
      aspect,
      value: sandbox ? entry.value.replaceAll(/\{\{\s*TENANT\.USERNAME\s*\}\}/g, () => sandbox.user) : entry.value,
    })),
  );
}

/** The final labels of a namespace, which selectors match. */
export function labelsOf(
  namespace: MtoNamespace,
  tenant: MtoTenant,
  settings: MtoResource | undefined,
): Readonly<Record<string, string>> {
  const own = textEntriesAt(namespace.source?.body, 'metadata', 'labels');
  const managed = managedKeys(namespace, tenant, settings).filter(({ aspect }) => aspect === 'label');
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(managed.toReversed().map(({ key, value }) => [key, value])),
  };
}

export function isPrivate({ resource }: MtoTenant): boolean {
  return valueAt(resource.body, 'spec', 'namespaces', 'sandboxes', 'private') === true;
}
