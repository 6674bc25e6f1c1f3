import { memberNamespace, serverName } from '../../../admission/accounts.ts';
import { accountBinding, accountNamespace } from '../../../core/deployment/account.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import { integrationOf } from '../integration/integration.ts';

/**
 * The namespace of the accounts that apply the Applications of members. Argo CD's server acts as these accounts too, for example to
 * show logs. Unlike the controller, it has no permission for this by default [sources: argocd-49].
 */
export function memberAccounts(world: World): readonly Emit[] {
  const { argocd } = world.derived(integrationOf);
  if (!argocd) return [];
  const meta = { name: 'argocd-server', namespace: memberNamespace, labels: {}, annotations: {} };
  const rules = [{ apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'] }];
  const server = { name: serverName(world.settings.flavor), namespace: argocd.namespace };
  return [
    accountNamespace(memberNamespace),
    emit('role', { ...meta, rules }),
    accountBinding(server, { kind: 'Role', name: meta.name }, meta),
  ];
}
