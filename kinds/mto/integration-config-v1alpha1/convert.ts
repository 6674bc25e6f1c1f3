import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf, specMove } from '../../../core/kind/conversion.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Move } from '../../../core/source/source.ts';

type Body = Bodies['mto-integration-config-v1alpha1'];
type Spec = NonNullable<Body['spec']>;

/** Renames the settings, and removes those that the operator no longer supports [sources: mto-33]. */
export function convert({ metadata, spec = {} }: Body, report: Report): readonly Converted[] {
  for (const field of ['caching', 'nexus', 'rhsso'] as const) {
    if (!spec[field]) continue;
    report('ignored-field', ['spec', field], `${field} has no effect: the operator no longer supports it`, {
      fix: 'remove it',
    });
  }
  const content = {
    metadata,
    spec: {
      accessControl: accessControl(spec),
      metadata: metadataOf(spec.openshift),
      integrations: { argocd: spec.argocd, vault: vaultOf(spec.vault, report) },
      components: spec.provision,
    },
  };
  return [documentOf('mto-integration-config', content, moved)];
}

/** Older versions name the address and the single sign-on client differently, and allow access with a token instead of a role. */
function vaultOf(vault: Spec['vault'], report: Report): object | undefined {
  if (!vault) return undefined;
  const lacksRole = vault.enabled && vault.endpoint !== undefined && vault.roleName === undefined;
  if (lacksRole)
    report(
      'ignored-field',
      ['spec', 'vault'],
      'leasehold supports Vault access only with a role, not with a token, so it renders nothing for Vault',
      {
        fix: 'replace endpoint with address and roleName',
      },
    );
  const enabled = vault.enabled && !lacksRole;
  const { accessorPath, roleName, endpoint, sso } = vault;
  const accessInfo = {
    accessorPath: accessorPath ?? sso?.accessorID,
    address: vault.address ?? endpoint?.url,
    roleName,
    secretRef: endpoint?.secretReference,
  };
  return { enabled, accessInfo, config: { ssoClient: sso?.clientName } };
}

function accessControl({ openshift = {}, tenantRoles }: Spec): object {
  const { privilegedNamespaces, privilegedServiceAccounts, clusterAdminGroups, namespaceAccessPolicy } = openshift;
  return {
    namespaceAccessPolicy,
    privileged: {
      groups: clusterAdminGroups,
      namespaces: privilegedNamespaces,
      serviceAccounts: privilegedServiceAccounts,
    },
    rbac: tenantRoles && { tenantRoles },
  };
}

function metadataOf({ project, group, sandbox }: NonNullable<Spec['openshift']> = {}): object {
  return { namespaces: project, groups: group, sandboxes: sandbox };
}

const privileged = ['accessControl', 'privileged'];
const moved: readonly Move[] = [
  specMove([...privileged, 'groups'], ['openshift', 'clusterAdminGroups']),
  specMove([...privileged, 'namespaces'], ['openshift', 'privilegedNamespaces']),
  specMove([...privileged, 'serviceAccounts'], ['openshift', 'privilegedServiceAccounts']),
  specMove(['accessControl', 'namespaceAccessPolicy'], ['openshift', 'namespaceAccessPolicy']),
  specMove(['accessControl', 'rbac', 'tenantRoles'], ['tenantRoles']),
  specMove(['metadata', 'namespaces'], ['openshift', 'project']),
  specMove(['metadata', 'groups'], ['openshift', 'group']),
  specMove(['metadata', 'sandboxes'], ['openshift', 'sandbox']),
  specMove(['integrations', 'argocd'], ['argocd']),
  specMove(['integrations', 'vault', 'accessInfo', 'secretRef'], ['vault', 'endpoint', 'secretReference']),
  specMove(['integrations', 'vault', 'accessInfo'], ['vault']),
  specMove(['integrations', 'vault', 'config', 'ssoClient'], ['vault', 'sso', 'clientName']),
  specMove(['integrations', 'vault'], ['vault']),
  specMove(['components'], ['provision']),
];
