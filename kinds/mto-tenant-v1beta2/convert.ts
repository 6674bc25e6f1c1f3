import type { Converted } from '../../core/convert/conversion.ts';
import type { BodyOf } from '../../core/kind.ts';
import type { Report } from '../../core/problem/problem.ts';
import type { Move, Path } from '../../core/source.ts';
import { extensionsOf, group, tellLost } from './parts.ts';

type Body = BodyOf<'mto-tenant-v1beta2'>;

/** A Tenant and, where it speaks of Argo CD, Extensions [mto 21]. */
export function convert(body: Body, report: Report): readonly Converted[] {
  const { spec } = body;
  tellLost(spec.templateInstances ?? [], 'templateInstances', report);
  tellLost(spec.hibernation ? [spec.hibernation] : [], 'hibernation', report);
  const tenant = { apiVersion: `${group}/v1beta3`, kind: 'Tenant', metadata: body.metadata, spec: specOf(spec) };
  const purges = spec.onDelete?.cleanAppProject ?? true;
  return [{ kind: 'mto-tenant', body: tenant, moved: moves }, ...extensionsOf(body, spec.argocd, purges)];
}

function specOf(spec: Body['spec']): object {
  const { owners, editors, viewers, namespaces, sandboxConfig } = spec;
  return {
    quota: spec.quota,
    accessControl: { owners, editors, viewers },
    namespaces: {
      ...namespaces,
      sandboxes: sandboxConfig,
      onDeletePurgeNamespaces: spec.onDelete?.cleanNamespaces,
      metadata: { common: spec.commonMetadata, sandbox: spec.sandboxMetadata, specific: spec.specificMetadata },
    },
  };
}

const moves: readonly Move[] = [
  ...['owners', 'editors', 'viewers'].map((field) => move(['accessControl', field], [field])),
  move(['namespaces', 'sandboxes'], ['sandboxConfig']),
  move(['namespaces', 'onDeletePurgeNamespaces'], ['onDelete', 'cleanNamespaces']),
  ...['common', 'sandbox', 'specific'].map((field) => move(['namespaces', 'metadata', field], [`${field}Metadata`])),
];

function move(now: Path, written: Path): Move {
  return { now: ['spec', ...now], written: ['spec', ...written] };
}
