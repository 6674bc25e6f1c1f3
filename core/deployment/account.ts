import type { Tree } from '../../data/tree.ts';
import type { MetaView } from '../../templates/views.ts';
import { type Emit, emit } from '../print/shape.ts';
import { removalAnnotations } from '../settings/removal.ts';

/** A ServiceAccount with which Argo CD syncs the Applications of an AppProject [sources: argocd-28]. */
export interface Account {
  readonly name: string;
  readonly namespace: string;
}

/** No pod runs as the account. */
export function accountObject({ name, namespace }: Account, labels: MetaView['labels'] = {}): Emit {
  return emit('service-account', { name, namespace, labels, annotations: {}, automountServiceAccountToken: false });
}

/** The field of an AppProject: the account for all its destinations in a cluster. */
export function destinationServiceAccounts({ name, namespace }: Account, server: string): readonly Tree[] {
  return [{ defaultServiceAccount: `${namespace}:${name}`, namespace: '*', server }];
}

/** The permissions of a role for the account, in the namespace of the binding. */
export function accountBinding(
  account: Account,
  role: { readonly kind: 'ClusterRole' | 'Role'; readonly name: string },
  meta: MetaView,
): Emit {
  const subjects = [{ kind: 'ServiceAccount', name: account.name, namespace: account.namespace }];
  return emit('role-binding', { ...meta, roleKind: role.kind, roleName: role.name, subjects });
}

/** The namespace of accounts. No pods run in it. */
export function accountNamespace(name: string): Emit {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  return emit('namespace', { name, namespace: '', labels, annotations: removalAnnotations('confirm') });
}
