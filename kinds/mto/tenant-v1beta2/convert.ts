import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf, specMove } from '../../../core/kind/conversion.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Move } from '../../../core/source/source.ts';
import { supervisorOf } from '../tenant/supervisor.ts';
import { extensionsOf } from './extensions.ts';
import { instancesOf } from './template-instances.ts';

type Body = Bodies['mto-tenant-v1beta2'];

/**
 * Converts to a Tenant and, where the fields are set, Extensions, a supervisor and instances [sources: mto-30, mto-32].
 */
export function convert(body: Body, report: Report): readonly Converted[] {
  const { spec } = body;
  checkSandbox(spec, report);
  const purges = spec.onDelete?.cleanAppProject ?? true;
  return [
    documentOf('mto-tenant', { metadata: body.metadata, spec: specOf(spec) }, moves),
    ...extensionsOf(body, spec.argocd, purges),
    ...instancesOf(body, { entries: spec.templateInstances }, report),
    ...supervisorOf(body),
  ];
}

/** Guides of v1beta2 still use the field of v1beta1, which the CustomResourceDefinition of v1beta2 does not have. */
function checkSandbox({ sandbox }: Body['spec'], report: Report): void {
  if (sandbox === undefined) return;
  const message = 'sandbox is a field of v1beta1, not of v1beta2';
  const fix = sandbox
    ? 'use sandboxConfig.enabled'
    : 'remove it: sandboxes are disabled unless sandboxConfig enables them';
  report(sandbox ? 'unknown-field' : 'ignored-field', ['spec', 'sandbox'], message, { fix });
}

function specOf(spec: Body['spec']): object {
  const { owners, editors, viewers, namespaces, sandboxConfig } = spec;
  return {
    quota: spec.quota,
    desc: spec.desc,
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
  ...['owners', 'editors', 'viewers'].map((field) => specMove(['accessControl', field], [field])),
  specMove(['namespaces', 'sandboxes'], ['sandboxConfig']),
  specMove(['namespaces', 'onDeletePurgeNamespaces'], ['onDelete', 'cleanNamespaces']),
  ...['common', 'sandbox', 'specific'].map((field) =>
    specMove(['namespaces', 'metadata', field], [`${field}Metadata`]),
  ),
];
