import type { Labels } from '../../templates/views.ts';

/** What becomes of an object in the cluster when its resource goes away. */
export type Removal = 'confirm' | 'prune' | 'retain';

/** Argo CD's sync options for each setting: confirm first, delete or keep [sources: argocd-11]. */
export function removalAnnotations(removal: Removal): Labels {
  const options = { confirm: 'Prune=confirm,Delete=confirm', prune: undefined, retain: 'Prune=false,Delete=false' };
  const own = options[removal];
  return own === undefined ? {} : { 'argocd.argoproj.io/sync-options': own };
}
