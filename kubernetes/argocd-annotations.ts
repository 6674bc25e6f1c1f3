/** Annotations that Argo CD reads on the objects that it syncs. */
export const syncOptionsAnnotation = 'argocd.argoproj.io/sync-options';
export const syncWaveAnnotation = 'argocd.argoproj.io/sync-wave';
export const compareOptionsAnnotation = 'argocd.argoproj.io/compare-options';
export const hookAnnotation = 'argocd.argoproj.io/hook';
export const hookDeletePolicyAnnotation = 'argocd.argoproj.io/hook-delete-policy';
