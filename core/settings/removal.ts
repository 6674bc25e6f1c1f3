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
 * Sync options of an object that isolates a namespace, by what happens to the namespace. In a kept namespace it stays. In a
 * deleted one it is pruned after everything else, so the deletion of the namespace removes it [sources: argocd-11].
 */
export function isolationAnnotations(namespace: Removal): Labels {
  const prune = namespace === 'retain' ? 'Prune=false' : 'PruneLast=true';
  return { [syncOptionsAnnotation]: `${prune},Delete=false` };
}
