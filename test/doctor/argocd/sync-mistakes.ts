import { cascading, complete, type Mistake, options, plugin, rendered, withOption } from './mistake.ts';
import type { ArgoCdObject } from './objects.ts';

const many = (count: number) => ({
  status: { resources: Array.from({ length: count }, () => ({ kind: 'ConfigMap', version: 'v1' })) },
});
const automated = (own: object) => ({
  policy: {
    automated: { prune: true, selfHeal: true, ...own },
    syncOptions: ['ServerSideApply=true', 'PruneLast=true', 'FailOnSharedResource=true'],
  },
});

/** Mistakes in how an Application syncs, whether the plugin renders or a directory is applied. */
export const syncMistakes: readonly Mistake[] = [
  {
    mistake: '`allowEmpty`',
    severity: 'error',
    finds: ['automated.allowEmpty', 'deletes every tenant'],
    objects: complete(plugin(automated({ allowEmpty: true }))),
  },
  {
    mistake: '`allowEmpty` on an Application of a rendered directory',
    severity: 'error',
    finds: ['automated.allowEmpty', 'deletes every tenant'],
    objects: complete(rendered(automated({ allowEmpty: true }))),
  },
  {
    mistake: '`Replace=true` or `Force=true`',
    severity: 'error',
    finds: ['syncOptions[3]', 'Replace=true overwrites objects'],
    objects: complete(plugin(withOption('Replace=true'))),
  },
  {
    mistake: '`Replace=true` or `Force=true` on a rendered directory',
    severity: 'error',
    finds: ['syncOptions[3]', 'Force=true can delete objects'],
    objects: complete(rendered(withOption('Force=true'))),
  },
  {
    mistake: 'The deletion finalizer',
    severity: 'warning',
    finds: ['metadata.finalizers[0]', 'deletes all its tenants'],
    objects: complete(plugin(cascading)),
  },
  {
    mistake: 'The deletion finalizer on a rendered directory',
    severity: 'warning',
    finds: ['metadata.finalizers[0]', 'deletes all its tenants'],
    objects: complete(rendered(cascading)),
  },
  {
    mistake: '`PruneLast=true` is missing',
    severity: 'warning',
    finds: ['syncOptions', 'before you confirm'],
    objects: complete(plugin(options('PruneLast=true'))),
  },
  {
    mistake: '`FailOnSharedResource=true` is missing',
    severity: 'warning',
    finds: ['syncOptions', 'overwrite each other'],
    objects: complete(rendered(options('FailOnSharedResource=true'))),
  },
  {
    mistake: '`ServerSideApply=true` is missing',
    severity: 'warning',
    finds: ['syncOptions', 'without ServerSideApply=true'],
    objects: complete(plugin(options('ServerSideApply=true'))),
  },
  {
    mistake: '`prune: false`',
    severity: 'warning',
    finds: ['automated.prune', 'stay in the cluster'],
    objects: complete(plugin(automated({ prune: false }))),
  },
  {
    mistake: '`selfHeal` is off',
    severity: 'warning',
    finds: ['spec.syncPolicy.automated.selfHeal', 'a deleted network policy, stay until the next commit'],
    objects: complete(plugin(automated({ selfHeal: undefined }))),
  },
  {
    mistake: 'No automated sync',
    severity: 'warning',
    finds: ['spec.syncPolicy.automated', 'syncs only on request'],
    objects: complete(rendered({ policy: { automated: null } })),
  },
  {
    mistake: 'Automated sync with `enabled: false`',
    severity: 'warning',
    finds: ['spec.syncPolicy.automated.enabled', 'syncs only on request'],
    objects: complete(plugin(automated({ enabled: false }))),
  },
  {
    mistake: 'The annotation `argocd.argoproj.io/skip-reconcile`',
    severity: 'error',
    finds: ['metadata.annotations["argocd.argoproj.io/skip-reconcile"]', 'applies and prunes nothing'],
    objects: complete(
      plugin({ metadata: { name: 'tenants', annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } } }),
    ),
  },
  {
    mistake: 'The sync option `Prune=false`',
    severity: 'warning',
    finds: ['syncOptions[3]', 'stay in the cluster'],
    objects: complete(plugin(withOption('Prune=false'))),
  },
  {
    mistake: 'More than 2,000 objects in an Application',
    severity: 'warning',
    finds: ['status.resources', '2001 objects'],
    objects: complete({ ...plugin(), ...many(2001) }),
  },
  {
    mistake: '10,000 objects in an Application, which will soon be too large for Argo CD to store',
    severity: 'error',
    finds: ['status.resources', '10000 objects'],
    objects: complete({ ...rendered(), ...many(10_000) }),
  },
  {
    mistake: 'Objects of a deleted Application',
    severity: 'warning',
    finds: ['Namespace acme', 'tracking-id', '2 objects belong to the Application old,'],
    objects: complete(plugin(), appliedBy('tenants', 'beta'), appliedBy('old', 'acme'), appliedBy('old', 'zeta')),
  },
];

/** A namespace of a tenant in the cluster. */
function appliedBy(name: string, namespace: string): ArgoCdObject {
  const annotations = { 'argocd.argoproj.io/tracking-id': `${name}:/Namespace:/${namespace}` };
  const labels = { 'app.kubernetes.io/managed-by': 'leasehold' };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels, annotations } };
}
