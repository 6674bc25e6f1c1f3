import type { FieldEdit, Intent, ProposalClass, UncheckedDocument } from '../../../core/kind/capabilities.ts';

/**
 * The classes of proposals, by field. Omits withoutTenantPrefix, because it could name a namespace that already exists in the
 * cluster.
 */
export const proposals: Readonly<Record<string, ProposalClass>> = {
  'spec.accessControl': 'members',
  'spec.namespaces.withTenantPrefix': 'namespaces',
  'spec.namespaces.metadata': 'namespace-metadata',
  'spec.namespaces.sandboxes': 'sandboxes',
  'spec.desc': 'namespace-metadata',
  'spec.quota': 'quota',
};

/** How an intent changes its Tenant. */
export function edits(intent: Intent, { name }: UncheckedDocument): readonly FieldEdit[] | undefined {
  if (!('tenant' in intent) || intent.tenant !== name) return undefined;
  switch (intent.intent) {
    case 'request-quota':
      return [{ op: 'set', path: ['spec', 'quota'], value: intent.quota }];
    case 'add-namespace':
      return [{ op: 'add', path: ['spec', 'namespaces', 'withTenantPrefix'], value: suffixOf(intent.name, name) }];
    case 'add-member':
    case 'remove-member': {
      const op = intent.intent === 'add-member' ? 'add' : 'remove';
      return [{ op, path: ['spec', 'accessControl', `${intent.role}s`, `${intent.kind}s`], value: intent.name }];
    }
  }
}

function suffixOf(namespace: string, tenant: string): string {
  return namespace.startsWith(`${tenant}-`) ? namespace.slice(tenant.length + 1) : namespace;
}
