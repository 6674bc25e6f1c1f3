import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf } from '../../../core/kind/conversion.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { supervisorOf } from '../tenant/supervisor.ts';
import { extensionsOf } from '../tenant-v1beta2/extensions.ts';
import { instancesOf } from '../tenant-v1beta2/template-instances.ts';

type Body = Bodies['mto-tenant-v1beta1'];

/**
 * Converts a Tenant of v1beta1. Unlike in v1beta2, `namespaces` is a list, `sandbox` is a boolean, and the AppProject is always
 * deleted together with the Tenant [sources: mto-31, mto-32].
 */
export function convert(body: Body, report: Report): readonly Converted[] {
  const { spec } = body;
  const { owners, editors, viewers, sandbox, namespaces } = spec;
  const tenant = {
    metadata: body.metadata,
    spec: {
      quota: spec.quota,
      desc: spec.desc,
      accessControl: { owners, editors, viewers },
      namespaces: {
        withTenantPrefix: namespaces,
        onDeletePurgeNamespaces: spec.onDelete?.cleanNamespaces,
        sandboxes: sandbox === undefined ? undefined : { enabled: sandbox },
        metadata: { common: spec.commonMetadata, sandbox: spec.sandboxMetadata, specific: spec.specificMetadata },
      },
    },
  };
  return [
    documentOf('mto-tenant', tenant, moved),
    ...extensionsOf(body, spec.argocd, true),
    ...instancesOf(body, { entries: spec.templateInstances }, report),
    ...supervisorOf(body),
  ];
}

const moved = [
  ...['owners', 'editors', 'viewers'].map((role) => ({
    now: ['spec', 'accessControl', role],
    written: ['spec', role],
  })),
  { now: ['spec', 'namespaces', 'withTenantPrefix'], written: ['spec', 'namespaces'] },
  { now: ['spec', 'namespaces', 'sandboxes'], written: ['spec', 'sandbox'] },
  { now: ['spec', 'namespaces', 'metadata', 'common'], written: ['spec', 'commonMetadata'] },
  { now: ['spec', 'namespaces', 'metadata', 'sandbox'], written: ['spec', 'sandboxMetadata'] },
  { now: ['spec', 'namespaces', 'metadata', 'specific'], written: ['spec', 'specificMetadata'] },
  { now: ['spec', 'namespaces', 'onDeletePurgeNamespaces'], written: ['spec', 'onDelete', 'cleanNamespaces'] },
];
