import type { Bodies } from '../../build/contracts.ts';

/** How Argo CD applies the objects of tenants whose directories are delegated. */
export interface DeploymentSettings {
  readonly repository: string;
  /** Namespace of Argo CD. */
  readonly namespace: string;
  /** URL by which Argo CD identifies the cluster. */
  readonly server: string;
  /** Namespace of the ServiceAccounts that apply the objects. */
  readonly accountNamespace: string;
  /** Kinds in addition to the workload kinds, as `Kind.group`. */
  readonly kinds: ReadonlySet<string>;
}

type Spec = NonNullable<Bodies['platform']['spec']['argocd']>;

export function deploymentSettings(spec: Spec): DeploymentSettings {
  return {
    repository: spec.repository,
    namespace: spec.namespace ?? 'argocd',
    server: spec.server ?? 'https://kubernetes.default.svc',
    accountNamespace: spec.accountNamespace ?? 'leasehold-deploy',
    kinds: new Set(spec.kinds ?? []),
  };
}
