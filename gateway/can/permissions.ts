import type { Risk } from '../../analysis/diff/change.ts';
import type { ProposalClass } from '../../core/kind/capabilities.ts';
import type { Role } from './roles.ts';

/** The roles that may do something. A role in a tenant counts only for resources of that tenant. */
export const permissions = {
  /** Names of tenants, and whether a name is free. */
  'read-names': ['viewer', 'editor', 'owner', 'finance', 'admin'],
  /** Documents, rendered objects, quota, access and history of a tenant. */
  'read-tenant': ['viewer', 'editor', 'owner', 'admin'],
  'read-costs': ['viewer', 'editor', 'owner', 'finance', 'admin'],
  /** All files, and everything that belongs to no tenant. */
  'read-platform': ['admin'],
  'see-effect': ['viewer', 'editor', 'owner', 'admin'],
  'propose-change': ['editor', 'owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Action = keyof typeof permissions;

export interface ProposalRule {
  /** Roles that may propose such changes in their tenants. */
  readonly roles: readonly Role[];
  /** Roles that may ask for them: the platform then decides. */
  readonly request?: readonly Role[];
  /** The risks that a change of this class may have. */
  readonly risks: readonly Risk[];
  /**
   * Whether rules of the platform decide what such a change causes, such as roles by the label of a namespace. A risk that the
   * class does not allow is then refused even if another part of the change allows it: it might be the cause.
   */
  readonly isOpen?: true;
  /** The risks that objects which tenants share may have as a consequence. Routine changes are always possible. */
  readonly shared?: readonly Risk[];
}

/** Who may propose what. An administrator may propose anything. */
export const proposalRules: Readonly<Record<ProposalClass, ProposalRule>> = {
  members: { roles: ['owner'], risks: ['routine', 'access-widened'] },
  namespaces: { roles: ['owner'], risks: ['routine', 'access-widened', 'data-loss', 'quota-raised', 'quota-shrunk'] },
  extensions: { roles: ['owner'], risks: ['routine', 'access-widened'] },
  'namespace-metadata': { roles: ['editor', 'owner'], risks: ['routine'], isOpen: true },
  sandboxes: { roles: ['editor', 'owner'], risks: ['routine', 'access-widened'] },
  // Each change of hibernation adds a Job of the platform, which settles the namespaces.
  hibernation: { roles: ['editor', 'owner'], risks: ['routine', 'access-widened'], shared: ['access-widened'] },
  'reserved-metadata': { roles: [], request: ['editor', 'owner'], risks: ['routine'], isOpen: true },
  instances: { roles: ['editor', 'owner'], risks: ['routine', 'replaced'], isOpen: true },
  quota: { roles: [], request: ['owner'], risks: ['routine', 'quota-raised', 'quota-shrunk'] },
};
