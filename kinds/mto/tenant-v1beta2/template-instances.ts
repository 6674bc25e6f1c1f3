import { type Converted, documentOf } from '../../../core/kind/conversion.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import type { LabelSelector } from '../../../kubernetes/label-selector.ts';
import { mtoTenantLabel } from '../integration/keys.ts';

interface OldTenant {
  readonly metadata: { readonly name: string };
}

/** An entry of templateInstances, alike in every older version. */
interface OldInstance {
  readonly metadata?: { readonly name?: string };
  readonly selector?: LabelSelector;
  readonly spec?: { readonly template?: string };
}

/**
 * Older Tenants list Templates for their own namespaces [sources: mto-32]. Each entry becomes a ClusterTemplateInstance
 * that selects only the tenant's namespaces. Its name includes the tenant's name because tenants use the same entry
 * names.
 */
export function instancesOf(
  { metadata }: OldTenant,
  entries: readonly OldInstance[] = [],
  report: Report,
): readonly Converted[] {
  return entries.flatMap((entry, index) => {
    const path = ['spec', 'templateInstances', index];
    if (entry.spec?.template) return [instanceOf(metadata.name, entry, path)];
    report('ignored-field', path, 'the entry names no Template, so it renders nothing', { fix: 'set spec.template' });
    return [];
  });
}

function instanceOf(tenant: string, { metadata, selector = {}, spec = {} }: OldInstance, base: Path): Converted {
  const content = {
    metadata: { ...metadata, name: `${tenant}-${metadata?.name ?? spec.template ?? 'template'}` },
    spec: {
      ...spec,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [mtoTenantLabel]: tenant } },
    },
  };
  const moved = [
    { now: ['metadata'], written: [...base, 'metadata'] },
    { now: ['spec', 'selector'], written: [...base, 'selector'] },
    { now: ['spec'], written: [...base, 'spec'] },
  ];
  return documentOf('mto-cluster-template-instance', content, moved);
}
