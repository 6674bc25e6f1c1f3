import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf } from '../../../core/kind/conversion.ts';

interface OldTenant {
  readonly metadata: { readonly name: string };
}

type Argocd = Bodies['mto-tenant-v1beta2']['spec']['argocd'];

/** Older Tenants contain the settings that Extensions contain now [sources: mto-30]. */
export function extensionsOf(
  { metadata }: OldTenant,
  argocd: Argocd,
  onDeletePurgeAppProject: boolean,
): readonly Converted[] {
  if (!argocd) return [];
  const appProject = { sourceRepos: argocd.sourceRepos, ...argocd.appProject };
  const content = {
    metadata: { name: metadata.name },
    spec: { tenantName: metadata.name, argoCD: { onDeletePurgeAppProject, appProject } },
  };
  return [documentOf('mto-extensions', content, moved)];
}

const project = ['spec', 'argoCD', 'appProject'];
const moved = [
  { now: [...project, 'sourceRepos'], written: ['spec', 'argocd', 'sourceRepos'] },
  { now: project, written: ['spec', 'argocd', 'appProject'] },
  { now: ['spec', 'argoCD'], written: ['spec', 'argocd'] },
  { now: ['spec', 'tenantName'], written: ['metadata', 'name'] },
];
