import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Removal } from '../../../core/settings/removal.ts';
import { endsInSuffix, nameSuffix } from '../../../data/sha256.ts';
import type { Tree } from '../../../data/tree.ts';
import { syncOptionsAnnotation } from '../../../kubernetes/argocd-annotations.ts';
import type { ConstraintView, Labels } from '../../../templates/views.ts';

/** Namespaces of one tenant, and what Gatekeeper checks in their pods. */
export interface PodPolicies {
  /** The names of the constraints start with prefix and owner, such as `kleff-user-12345`. */
  readonly prefix: string;
  readonly owner: string;
  readonly labels: Labels;
  readonly namespaces: readonly string[];
  /** What happens to the namespaces when the tenant is removed. */
  readonly removal: Removal;
  readonly enforcementAction: string;
  /** Registries and repositories of allowed images. Undefined allows any image. */
  readonly repos: readonly string[] | undefined;
  /** Images of the mesh, which need privilege escalation. */
  readonly exemptImages: readonly string[];
}

/** Gatekeeper constraints on the pods of a tenant's namespaces [sources: kleff-3]. */
export function constraints(policies: PodPolicies): readonly Emit[] {
  const { repos, exemptImages } = policies;
  const on = (suffix: string, parameters: Tree) => constraint(policies, suffix, parameters);
  return [
    ...(repos ? [emit('k8s-allowed-repos', on('allowed-repos', { repos }))] : []),
    emit('k8s-psp-privileged-container', on('no-privileged', {})),
    emit('k8s-psp-host-namespace', on('no-host-namespaces', { hostNetwork: true })),
    emit('k8s-psp-allow-privilege-escalation-container', on('no-priv-esc', { exemptImages })),
  ];
}

function constraint(policies: PodPolicies, suffix: string, parameters: Tree): ConstraintView {
  const { labels, namespaces, enforcementAction } = policies;
  return {
    name: constraintName(policies, suffix),
    namespace: '',
    labels,
    // The kind of the constraint exists only after Gatekeeper has processed the template of the same sync.
    annotations: { [syncOptionsAnnotation]: `SkipDryRunOnMissingResource=true,${pruning(policies)}` },
    enforcementAction,
    namespaces,
    parameters,
  };
}

/**
 * Constraints are cluster-scoped, so deleting a namespace does not delete them. Argo CD prunes them last, unless the
 * tenant is retained.
 */
function pruning({ removal }: PodPolicies): string {
  return removal === 'retain' ? 'Prune=false,Delete=false' : 'PruneLast=true';
}

/** Gatekeeper rejects constraint names that are longer than a label value. */
const maxNameLength = 63;

/**
 * `<prefix>-<owner>-<suffix>`. If this name is too long, truncates the owner and adds part of a hash of the owner. Also adds the
 * hash to an owner that itself ends like a hash, so that the name cannot equal that of a truncated owner.
 */
export function constraintName({ prefix, owner }: Pick<PodPolicies, 'prefix' | 'owner'>, suffix: string): string {
  const name = `${prefix}-${owner}-${suffix}`;
  if (name.length <= maxNameLength && !endsInSuffix(owner)) return name;
  const hash = nameSuffix(owner);
  const room = maxNameLength - `${prefix}--${hash}-${suffix}`.length;
  return `${prefix}-${owner.slice(0, room)}-${hash}-${suffix}`;
}
