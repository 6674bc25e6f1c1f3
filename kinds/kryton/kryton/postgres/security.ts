import type { Tree } from '../../../../data/tree.ts';
import { omitEmpty } from '../render/omit-empty.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';

/** The fields that the sub-chart omits on OpenShift. */
const assignedByOpenShift = new Set(['fsGroup', 'runAsGroup', 'runAsUser']);
/** The fields that have no meaning in a privileged container. */
const unprivileged = new Set(['capabilities', 'seLinuxOptions']);

/** A security context of the sub-chart. Undefined if it is disabled, absent or empty. */
export function securityContext(context: Tree | undefined, { values }: ResolvedKryton): Tree | undefined {
  if (!isEnabled(context)) return undefined;
  const { adaptSecurityContext } = values.postgresql.global.compatibility.openshift;
  const kept = Object.entries(context).filter(
    ([key]) =>
      key !== 'enabled' &&
      !(adaptSecurityContext === 'force' && assignedByOpenShift.has(key)) &&
      !(context['privileged'] === true && unprivileged.has(key)),
  );
  return omitEmpty(Object.fromEntries(kept));
}

/** The security context of the container. If the pod has none, that of the container includes the seccomp profile. */
export function containerSecurityContext(kryton: ResolvedKryton): Tree | undefined {
  const { containerSecurityContext: own, podSecurityContext: pod } = kryton.values.postgresql.primary;
  const profile = isEnabled(pod) ? {} : { seccompProfile: { type: 'RuntimeDefault' } };
  return own && securityContext({ ...profile, ...own }, kryton);
}

function isEnabled(context: Tree | undefined): context is Tree {
  return context !== undefined && context['enabled'] !== false;
}
