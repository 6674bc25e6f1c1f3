import { syncOptionsAnnotation } from '../../kubernetes/argocd-annotations.ts';
import type { Labels } from '../../templates/views.ts';

/** What happens to an object in the cluster when its resource is removed from Git. */
export type Removal = 'confirm' | 'prune' | 'retain';

/** Argo CD's sync options for each setting: confirm first, delete or keep [sources: argocd-11]. */
export function removalAnnotations(removal: Removal): Labels {
  const options = { confirm: 'Prune=confirm,Delete=confirm', prune: undefined, retain: 'Prune=false,Delete=false' };
  const own = options[removal];
  return own === undefined ? {} : { [syncOptionsAnnotation]: own };
}

/**
 * Sync options of an object that isolates a namespace: it stays until the cluster deletes the namespace. With `PruneLast=true`,
 * Argo CD would prune it at the same time as the namespace, while pods can still run [sources: argocd-11].
 */
export const isolationAnnotations: Labels = { [syncOptionsAnnotation]: 'Prune=false,Delete=false' };
