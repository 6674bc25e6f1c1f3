import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf } from '../../../core/kind/conversion.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Move } from '../../../core/source/source.ts';
import { mtoTenantLabel } from '../integration/keys.ts';

type Spec = Bodies['mto-resource-supervisor-legacy']['spec'];

/** The group and the kind changed. Versions before 0.12 also had other fields [sources: mto-19, mto-35]. */
export function convert(
  { metadata, spec }: Bodies['mto-resource-supervisor-legacy'],
  report: Report,
): readonly Converted[] {
  const { argocd, schedule, hibernation } = spec;
  if (schedule && hibernation)
    report(
      'conflicting-fields',
      ['spec', 'hibernation'],
      'hibernation is the older form of schedule; keep only one of them',
    );
  const content = { metadata, spec: { schedule: schedule ?? hibernation, argocd, namespaces: namespacesOf(spec) } };
  return [documentOf('mto-cluster-resource-supervisor', content, movesOf(spec))];
}

function namespacesOf({ namespaces, tenant }: Spec): object | undefined {
  const named = Array.isArray(namespaces) ? { names: namespaces } : namespaces;
  if (tenant === undefined) return named;
  return { ...named, labelSelector: { matchLabels: { [mtoTenantLabel]: tenant } } };
}

function movesOf({ hibernation, namespaces, schedule, tenant }: Spec): readonly Move[] {
  const to = (now: readonly string[], written: string): Move => ({ now: ['spec', ...now], written: ['spec', written] });
  return [
    ...(Array.isArray(namespaces) ? [to(['namespaces', 'names'], 'namespaces')] : []),
    ...(tenant === undefined ? [] : [to(['namespaces', 'labelSelector'], 'tenant')]),
    ...(schedule === undefined && hibernation !== undefined ? [to(['schedule'], 'hibernation')] : []),
  ];
}
