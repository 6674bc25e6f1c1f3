import type { Converted } from '../../core/convert/conversion.ts';
import type { BodyOf } from '../../core/kind.ts';
import type { Report } from '../../core/problem/problem.ts';

export const group = 'tenantoperator.stakater.com';

interface OldTenant {
  readonly metadata: { readonly name: string };
}

type Argocd = BodyOf<'mto-tenant-v1beta2'>['spec']['argocd'];

/** Older Tenants hold what Extensions do now [mto 21]. */
export function extensionsOf(
  { metadata }: OldTenant,
  argocd: Argocd,
  onDeletePurgeAppProject: boolean,
): readonly Converted[] {
  if (!argocd) return [];
  const appProject = { sourceRepos: argocd.sourceRepos, ...argocd.appProject };
  const body = {
    apiVersion: `${group}/v1alpha1`,
    kind: 'Extensions',
    metadata: { name: metadata.name },
    spec: { tenantName: metadata.name, argoCD: { onDeletePurgeAppProject, appProject } },
  };
  return [{ kind: 'mto-extensions', body, moved }];
}

const project = ['spec', 'argoCD', 'appProject'];
const moved = [
  { now: [...project, 'sourceRepos'], written: ['spec', 'argocd', 'sourceRepos'] },
  { now: project, written: ['spec', 'argocd', 'appProject'] },
  { now: ['spec', 'argoCD'], written: ['spec', 'argocd'] },
  { now: ['spec', 'tenantName'], written: ['metadata', 'name'] },
];

const successors = { templateInstances: 'ClusterTemplateInstance', hibernation: 'ClusterResourceSupervisor' } as const;

/** What is a resource of its own now and is not made of the old field. */
export function tellLost(items: readonly unknown[], field: keyof typeof successors, report: Report): void {
  if (items.length === 0) return;
  const message = `${field} is not carried over: what it asks for is a ${successors[field]} now`;
  const fix = `move it to a ${successors[field]} of its own`;
  report('ignored-field', ['spec', field], message, { fix });
}
