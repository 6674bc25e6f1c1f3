import type { Manifest } from '../../core/print/manifest.ts';
import type { Tree } from '../../data/tree.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import { type PodSecurityLevel, privilegeClasses } from '../../kubernetes/privileges/privilege.ts';
import type { FieldChange } from './fields.ts';

/** The risks of a change for a running cluster, worst first. */
export const risks = {
  'data-loss': 'Stored data is deleted, or its protection against deletion is removed.',
  'tenant-removed': 'A tenant is removed.',
  ...privilegeClasses,
  exposed: 'An object can be reached from outside the cluster, or might be reached by more clients than before.',
  'access-widened': 'Someone has more access than before.',
  'policy-loosened':
    'A rule, a limit or another protection, such as a backup, is removed or might be weaker than before.',
  'quota-exceeded':
    'A namespace leaves its tenant but keeps its quota, so the tenant can use more in total than before.',
  'quota-shrunk': 'A limit is new or stricter, so running workloads might exceed it.',
  replaced:
    'A field that Kubernetes cannot change in place has changed, so the object must be deleted and created again.',
  'quota-raised':
    'A limit is less strict, or a tenant can use more for another reason, such as an additional namespace.',
  'tenant-added': 'A tenant is added, and the object has none of the risks above.',
  routine: 'None of the above.',
} as const satisfies Readonly<Record<string, string>>;

export type Risk = keyof typeof risks;

/** The reason why a change has a risk, as a clause: `the volume claim is removed`. */
export interface RiskFinding {
  readonly risk: Exclude<Risk, 'routine'>;
  readonly why: string;
}

export function widened(why: string): RiskFinding {
  return { risk: 'access-widened', why };
}

export function loosened(why: string): RiskFinding {
  return { risk: 'policy-loosened', why };
}

/** An object that differs between two renders. */
export interface Change {
  readonly action: 'added' | 'removed' | 'changed';
  readonly tenant: string;
  readonly id: ObjectId;
  /** The object that a one-time Job replaces, if the name changes with the content. */
  readonly replaces?: ObjectId;
  /**
   * True for a removed object that Argo CD leaves in the cluster, because it has Prune=false and its namespace stays.
   */
  readonly kept: boolean;
  /** The worst of its findings, or routine. */
  readonly risk: Risk;
  readonly findings: readonly RiskFinding[];
  /** Empty unless the object exists on both sides. The data of Secrets is masked. */
  readonly fields: readonly FieldChange[];
  /** The new source file, or the old source file of a removed object. Empty if it is unknown. */
  readonly source: string;
}

/** The parts of an object that a comparison needs, either from a new or from an earlier render. */
export type Comparable = Pick<Manifest, 'id' | 'tenant' | 'text' | 'origin'>;

/** The input of a risk rule: both versions of an object. An absent side is undefined. */
export interface ObjectPair {
  readonly id: ObjectId;
  readonly old: Tree | undefined;
  readonly now: Tree | undefined;
  /** The tenant of each version. Undefined if the version does not exist. */
  readonly tenants: { readonly old: string | undefined; readonly now: string | undefined };
  /**
   * True for a removed object that Argo CD leaves in the cluster, because it has Prune=false and its namespace stays.
   */
  readonly isKept: boolean;
  /** True if this change adds the namespace, so that no running workload is at risk. */
  readonly isNew: boolean;
  /** True if the object belongs to a tenant that this change adds, and only this tenant uses it. */
  readonly isOnboarding: boolean;
  /** The Pod Security level of the Platform. */
  readonly level: PodSecurityLevel;
  readonly context: RenderContext;
}

/** Information about the other objects of both renders. */
export interface RenderContext {
  isAddedTenant(tenant: string): boolean;
  isRemovedTenant(tenant: string): boolean;
  /** True if the tenant has more ResourceQuotas in the new render than in the old one. */
  hasMoreQuotas(tenant: string): boolean;
  /** The tenant's ResourceQuotas with this name in the old or the new render. */
  quotasOf(side: 'old' | 'now', tenant: string, name: string): readonly Comparable[];
  /** True if the new render has an object of this kind in the namespace. */
  hasKind(namespace: string, kind: string): boolean;
  /** True if the change adds the namespace for the tenant. */
  addsNamespace(tenant: string, name: string): boolean;
  /** True if the change adds the ServiceAccount. */
  addsAccount(namespace: string, name: string): boolean;
  /** True if the old render has an object of this kind in the namespace. */
  hadKind(namespace: string, kind: string): boolean;
  /**
   * True if, in this namespace, the old render has an object of this kind that Argo CD prunes, and the new render has
   * none.
   */
  losesKind(namespace: string, kind: string): boolean;
  /** True if Argo CD leaves the object in the cluster when it is removed. */
  isKept(object: Comparable): boolean;
  /** True if the change adds the ClusterRole for the tenant. */
  addsClusterRole(tenant: string, name: string): boolean;
  /** The Platform's mode of an admission rule in the new render. Undefined if the rule is not rendered. */
  standardMode(rule: string): string | undefined;
  /** True if a binding of the tenant in the old render has the subject. */
  hadSubject(tenant: string, subject: unknown): boolean;
}

/** Finds risks in the difference between two versions of an object. */
export type RiskRule = (pair: ObjectPair) => readonly RiskFinding[];
