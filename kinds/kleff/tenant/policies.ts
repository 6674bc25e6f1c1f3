import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { checksum } from '../../../data/sha256.ts';
import type { Tree } from '../../../data/tree.ts';
import { syncOptionsAnnotation } from '../../../kubernetes/argocd-annotations.ts';
import type { ConstraintView, MetaView } from '../../../templates/views.ts';
import type { ResolvedKleffTenant } from './resolve.ts';

/** Four Gatekeeper constraints on the pods of the tenant's namespace [sources: kleff-3]. */
export function constraints(tenant: ResolvedKleffTenant): readonly Emit[] {
  const { policies } = tenant;
  if (!policies) return [];
  const { repos, exemptImages } = policies;
  const on = (suffix: string, parameters: Tree) =>
    constraint(tenant, policies.enforcementAction, { suffix, parameters });
  return [
    emit('k8s-allowed-repos', on('allowed-repos', { repos })),
    emit('k8s-psp-privileged-container', on('no-privileged', {})),
    emit('k8s-psp-host-namespace', on('no-host-namespaces', { hostNetwork: true })),
    emit('k8s-psp-allow-privilege-escalation-container', on('no-priv-esc', { exemptImages })),
  ];
}

interface ConstraintOptions {
  readonly suffix: string;
  readonly parameters: Tree;
}

function constraint(
  tenant: ResolvedKleffTenant,
  enforcementAction: string,
  { suffix, parameters }: ConstraintOptions,
): ConstraintView {
  return {
    name: constraintName(tenant.userId, suffix),
    namespace: '',
    labels: { 'kleff.io/tenant': tenant.name },
    // The constraint's kind exists only once Gatekeeper has read the template of the same sync.
    annotations: { [syncOptionsAnnotation]: 'SkipDryRunOnMissingResource=true' },
    enforcementAction,
    namespaces: [tenant.userId],
    parameters,
  };
}

/** Gatekeeper rejects constraint names longer than a label value. */
const longestName = 63;

/** `kleff-<userId>-<suffix>`. A long userId is truncated and gets eight digits of its hash. */
export function constraintName(userId: string, suffix: string): string {
  const name = `kleff-${userId}-${suffix}`;
  if (name.length <= longestName) return name;
  const hash = checksum({ userId }).slice(0, 8);
  const prefixLength = longestName - `kleff--${hash}-${suffix}`.length;
  return `kleff-${userId.slice(0, prefixLength)}-${hash}-${suffix}`;
}

/** The templates of all tenants' constraints. A template's name is its kind in lower case. */
export function constraintTemplates({ policyEngine }: Settings): readonly Emit[] {
  if (policyEngine !== 'gatekeeper') return [];
  const named = (name: string): MetaView => ({ name, namespace: '', labels: {}, annotations: {} });
  return [
    emit('k8s-allowed-repos-constraint-template', named('k8sallowedrepos')),
    emit('k8s-psp-privileged-container-constraint-template', named('k8spspprivilegedcontainer')),
    emit('k8s-psp-host-namespace-constraint-template', named('k8spsphostnamespace')),
    emit(
      'k8s-psp-allow-privilege-escalation-container-constraint-template',
      named('k8spspallowprivilegeescalationcontainer'),
    ),
  ];
}
