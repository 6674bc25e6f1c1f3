import { textAt } from '../../data/tree.ts';
import type { Role, Subject } from './fact.ts';

const accountUser = /^system:serviceaccount:([^:]+):([^:]+)$/;

/**
 * Reads an RBAC subject. A user with the name of a service account counts as that account, because RBAC compares only
 * user names.
 */
export function readSubject(value: unknown, defaultNamespace = ''): Subject {
  const [kind, name] = [textAt(value, 'kind'), textAt(value, 'name')];
  const [, namespace, account] = (kind === 'Group' ? null : accountUser.exec(name)) ?? [];
  if (namespace !== undefined && account !== undefined) return { kind: 'ServiceAccount', name: account, namespace };
  if (kind !== 'ServiceAccount') return { kind, name, namespace: '' };
  return { kind, name, namespace: textAt(value, 'namespace') || defaultNamespace };
}

export function readRole(value: unknown): Role {
  return { kind: textAt(value, 'kind'), name: textAt(value, 'name') };
}

/** The subject in a RoleBinding. */
export function subjectBody({ kind, name, namespace }: Subject): Readonly<Record<string, string>> {
  if (kind === 'ServiceAccount') return { kind, name, namespace };
  return { apiGroup: 'rbac.authorization.k8s.io', kind, name };
}
