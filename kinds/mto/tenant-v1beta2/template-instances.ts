import { type Converted, documentOf } from '../../../core/kind/conversion.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import type { LabelSelector } from '../../../kubernetes/label-selector.ts';
import { mtoTenantLabel } from '../integration/keys.ts';

interface OldTenant {
  readonly metadata: { readonly name: string };
}

/** An entry of templateInstances, which is the same in every older version. */
interface OldInstance {
  readonly metadata?: { readonly name?: string };
  readonly selector?: LabelSelector;
  readonly spec?: { readonly template?: string; readonly parameters?: readonly unknown[] };
  /** The position in several guides. */
  readonly parameters?: readonly unknown[];
}

interface OldInstances {
  readonly entries: readonly OldInstance[] | undefined;
  readonly path?: Path;
}

/**
 * Older Tenants list Templates for their own namespaces [sources: mto-32]. Each entry becomes a ClusterTemplateInstance that
 * selects only the tenant's namespaces. Its name contains the tenant's name, because entries of several tenants can have the
 * same name.
 */
export function instancesOf(
  { metadata }: OldTenant,
  { entries = [], path = ['spec', 'templateInstances'] }: OldInstances,
  report: Report,
): readonly Converted[] {
  return entries.flatMap((entry, index) => {
    const base = [...path, index];
    if (entry.spec?.template) return [instanceOf(metadata.name, withParameters(entry, base, report), base)];
    report('ignored-field', base, 'the entry names no Template, so it renders nothing', { fix: 'set spec.template' });
    return [];
  });
}

function withParameters(entry: OldInstance, base: Path, report: Report): OldInstance {
  if (!entry.parameters) return entry;
  const place = [...base, 'parameters'];
  if (entry.spec?.parameters) {
    const message = 'parameters are set both in spec.parameters and outside spec';
    report('conflicting-fields', place, message, { fix: 'move them to spec.parameters' });
    return entry;
  }
  const message = 'parameters must be below spec; MTO ignores them here';
  report('risky-value', place, message, { fix: 'move them to spec.parameters' });
  return { ...entry, spec: { ...entry.spec, parameters: entry.parameters } };
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
