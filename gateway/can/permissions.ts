import type { Risk } from '../../analysis/diff/change.ts';
import type { ProposalClass } from '../../core/kind/capabilities.ts';
import type { Role } from './roles.ts';

/** The roles that allow each action. One of them is enough. A role in a tenant applies only to resources of that tenant. */
export const permissions = {
  /** Names and kinds of tenants, and which tenant owns a namespace with a given name. */
  'read-names': ['viewer', 'editor', 'owner', 'finance', 'admin'],
  /** Documents, rendered objects, quota, access and history of a tenant. */
  'read-tenant': ['viewer', 'editor', 'owner', 'admin'],
  'read-costs': ['viewer', 'editor', 'owner', 'finance', 'admin'],
  /** Nodes, and the total requests of all tenants. */
  'read-capacity': ['finance', 'admin'],
  /** All files, and everything that belongs to no tenant. */
  'read-platform': ['admin'],
  'see-effect': ['viewer', 'editor', 'owner', 'admin'],
  'propose-change': ['editor', 'owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Action = keyof typeof permissions;

export interface ProposalRule {
  /** Roles that may propose changes of this class in their tenants. */
  readonly roles: readonly Role[];
  /** Roles that may request such changes; the platform team then decides. */
  readonly request?: readonly Role[];
  /** The risks that a change of this class may have. */
  readonly risks: readonly Risk[];
  /** More risks, which only changed namespaces may have. */
  readonly ofNamespaces?: readonly Risk[];
  /**
   * Set if rules of the platform determine the effect of the change, such as roles that depend on a namespace label. A
   * risk that this class does not allow is then denied even if another part of the change allows it, because the fields
   * of this class might cause the risk.
   */
  readonly isOpen?: true;
  /** Risks that a change of this class can have and is denied for, even if another part of the change allows them. */
  readonly denies?: readonly Risk[];
  /** The risks allowed for changed objects that tenants share. Routine changes are always allowed. */
  readonly shared?: readonly Risk[];
}

/** Who may propose what. An administrator may propose anything. */
export const proposalRules: Readonly<Record<ProposalClass, ProposalRule>> = {
  // A member who is removed loses a sandbox.
  members: { roles: ['owner'], risks: ['routine', 'access-widened'], denies: ['data-loss'] },
  namespaces: { roles: ['owner'], risks: ['routine', 'access-widened', 'data-loss', 'quota-raised', 'quota-shrunk'] },
  extensions: { roles: ['owner'], risks: ['routine', 'access-widened'] },
  // Every different key of a namespace is a risk, because authors of a directory need a Grant for it.
  'namespace-metadata': {
    roles: ['editor', 'owner'],
    risks: ['routine'],
    ofNamespaces: ['policy-loosened'],
    isOpen: true,
  },
  // A sandbox is a member's namespace. It gets its own quota, or a share of the tenant's quota.
  sandboxes: {
    roles: ['editor', 'owner'],
    risks: ['routine', 'access-widened', 'quota-raised', 'quota-shrunk'],
    denies: ['data-loss'],
  },
  // Each change of hibernation adds a Job of the platform that scales the namespaces.
  hibernation: { roles: ['editor', 'owner'], risks: ['routine', 'access-widened'], shared: ['access-widened'] },
  // Every difference in a key that needs a Grant is a risk, and the platform team decides about it.
  'reserved-metadata': { roles: [], request: ['editor', 'owner'], risks: ['routine', 'policy-loosened'], isOpen: true },
  instances: { roles: ['editor', 'owner'], risks: ['routine', 'replaced'], isOpen: true },
  quota: { roles: [], request: ['owner'], risks: ['routine', 'quota-raised', 'quota-shrunk'] },
};
