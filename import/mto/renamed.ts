import type { Move } from '../../core/source/source.ts';

/** Kinds with a changed group or name but unchanged fields [sources: mto-19]. */
export const renamedKinds: Readonly<Record<string, string>> = {
  'tenantoperator.stakater.com/v1alpha1 Template': 'templates.stakater.com/v1alpha1 Template',
  'tenantoperator.stakater.com/v1alpha1 TemplateInstance': 'templates.stakater.com/v1alpha1 TemplateInstance',
  'tenantoperator.stakater.com/v1alpha1 TemplateGroupInstance':
    'templates.stakater.com/v1alpha1 ClusterTemplateInstance',
  'tenantoperator.stakater.com/v1alpha1 ClusterTemplateInstance':
    'templates.stakater.com/v1alpha1 ClusterTemplateInstance',
  'templates.stakater.com/v1alpha1 TemplateGroupInstance': 'templates.stakater.com/v1alpha1 ClusterTemplateInstance',
};

/** Fields that conversions move without reporting the move, because the fields cannot contain errors. */
export const moreMoves: Readonly<Record<string, readonly Move[]>> = {
  'mto-tenant-v1beta1': [{ now: ['spec', 'namespaces', 'sandboxes', 'enabled'], written: ['spec', 'sandbox'] }],
  'mto-tenant-v1beta2': [
    { now: ['spec', 'argoCD', 'onDeletePurgeAppProject'], written: ['spec', 'onDelete', 'cleanAppProject'] },
  ],
};
