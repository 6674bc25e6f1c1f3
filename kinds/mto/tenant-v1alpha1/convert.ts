import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf, specMove } from '../../../core/kind/conversion.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { instancesOf } from '../tenant-v1beta2/template-instances.ts';

/** Converts a Tenant of v1alpha1, with its members by role, its sandboxes and its instances of Templates [sources: mto-36]. */
export function convert({ metadata, spec }: Bodies['mto-tenant-v1alpha1'], report: Report): readonly Converted[] {
  const { quota, desc, sandbox, users } = spec;
  const tenant = {
    metadata,
    spec: {
      quota,
      desc,
      accessControl: { owners: { users: users.owner }, editors: { users: users.edit }, viewers: { users: users.view } },
      namespaces: { sandboxes: sandbox === undefined ? undefined : { enabled: sandbox } },
    },
  };
  const list = ['namespacetemplate', 'templateInstances'];
  return [
    documentOf('mto-tenant', tenant, moved),
    ...instancesOf(
      { metadata },
      { entries: spec.namespacetemplate?.templateInstances, path: ['spec', ...list] },
      report,
    ),
  ];
}

const roles = { owners: 'owner', editors: 'edit', viewers: 'view' };
const moved = [
  ...Object.entries(roles).map(([now, written]) => specMove(['accessControl', now, 'users'], ['users', written])),
  specMove(['namespaces', 'sandboxes'], ['sandbox']),
];
