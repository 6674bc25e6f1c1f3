import { memberNamespace } from '../../../admission/accounts.ts';
import type { Account } from '../../../core/deployment/account.ts';
import type { Integration } from '../integration/integration.ts';
import type { MtoNamespace } from '../tenant/namespaces.ts';

/** The account that applies the Applications of an AppProject, and its ClusterRoles in each namespace. */
export interface MemberAccount extends Account {
  readonly roles: readonly { readonly namespace: string; readonly clusterRole: string }[];
}

/** The account has the ClusterRoles of editors, because editors and owners can both sync with it. */
export function memberAccount(
  tenant: string,
  namespaces: readonly MtoNamespace[],
  { clusterRoles }: Integration,
): MemberAccount {
  const roles = namespaces.flatMap(({ name, labels }) =>
    clusterRoles('editor', labels).map((clusterRole) => ({ namespace: name, clusterRole })),
  );
  return { name: tenant, namespace: memberNamespace, roles };
}
